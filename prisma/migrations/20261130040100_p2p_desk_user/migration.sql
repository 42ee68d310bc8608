-- The desk is there before anybody can sign up by its e-mail, with an id that no sign-up gets: they begin at 1001. Where somebody has that e-mail
-- already, it has another one.
WITH "desk" AS (
  INSERT INTO "users" ("id", "email", "password_hash", "nickname", "status")
    SELECT 1000, CASE WHEN EXISTS (SELECT FROM "users" WHERE "email" = 'p2p-desk@desk.invalid') THEN 'p2p-desk-' || gen_random_uuid() ELSE 'p2p-desk' END
        || '@desk.invalid', '', 'p2p-desk', 'blocked'
      WHERE NOT EXISTS (SELECT FROM "p2p_desk")
    RETURNING "id"
)
INSERT INTO "p2p_desk" ("user_id") SELECT "id" FROM "desk";
DROP FUNCTION "p2p_desk_user"();
