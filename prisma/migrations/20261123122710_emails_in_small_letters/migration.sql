-- Where an account has the address in small letters already, nobody has ever signed in to the other one: it keeps its id and no address.
UPDATE "users" AS "account" SET "email" = CASE
    WHEN EXISTS (SELECT FROM "users" AS "other" WHERE "other"."id" <> "account"."id" AND lower("other"."email") = lower("account"."email")
      AND ("other"."email" = lower("other"."email") OR "other"."id" < "account"."id"))
    THEN 'unreachable-' || "id" || '@deleted.invalid' ELSE lower("email") END
  WHERE "email" <> lower("email");
