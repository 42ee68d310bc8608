-- As before, and what the person has written to support, to the public and in forms, under which address, and the code that names the account. What stays,
-- and why, is in docs/decisions/0074.
CREATE OR REPLACE FUNCTION "erase_account"("account" BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
DECLARE
  "own_email" TEXT;
BEGIN
  -- An address that was never confirmed may be somebody else's.
  SELECT CASE WHEN "email_verified_at" IS NOT NULL THEN "email" END INTO "own_email" FROM "users"
    WHERE "id" = "account" AND "status" = 'blocked' AND "deleted_at" IS NULL AND "deletion_due_at" <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM "sessions" WHERE "user_id" = "account";
  DELETE FROM "api_keys" WHERE "user_id" = "account";
  DELETE FROM "password_history" WHERE "user_id" = "account";
  DELETE FROM "second_factors" WHERE "user_id" = "account";
  DELETE FROM "recovery_codes" WHERE "user_id" = "account";
  DELETE FROM "passkeys" WHERE "user_id" = "account";
  DELETE FROM "favorites" WHERE "user_id" = "account";
  DELETE FROM "instrument_favorites" WHERE "user_id" = "account";
  DELETE FROM "notice_choices" WHERE "user_id" = "account";
  DELETE FROM "referral_codes" WHERE "user_id" = "account";
  DELETE FROM "chat_messages" WHERE "user_id" = "account";
  DELETE FROM "chat_mutes" WHERE "user_id" = "account";
  DELETE FROM "support_tickets" WHERE "user_id" = "account";
  DELETE FROM "opening_watches" WHERE "user_id" = "account" OR "email" = "own_email";
  -- A case that others have joined stays theirs, without what this person sent.
  DELETE FROM "support_forms" AS "form" WHERE "user_id" = "account" AND NOT EXISTS (
    SELECT FROM "support_forms" AS "other" WHERE "other"."joins_id" = "form"."id" AND "other"."user_id" IS DISTINCT FROM "account");
  UPDATE "support_forms" SET "user_id" = NULL, "email" = 'deleted@deleted.invalid', "subject" = '', "fields" = '{}', "reason" = NULL
    WHERE "user_id" = "account";
  UPDATE "users" SET "email" = 'deleted-' || "id" || '@deleted.invalid', "email_verified_at" = NULL, "password_hash" = '', "nickname" = 'deleted',
    "phone" = NULL, "unverified_phone" = NULL, "phone_verified_at" = NULL, "phone_asked_at" = NULL, "anti_phishing_code" = NULL,
    "time_zone" = NULL, "theme" = 'system', "locale" = 'en', "updates_consent_at" = NULL, "deletion_due_at" = NULL, "deleted_at" = now()
    WHERE "id" = "account";
  RETURN true;
END $$;
