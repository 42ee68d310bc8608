-- Personal data of an account whose deletion is due and which is closed. As the owner: no part may write these columns, nor delete these rows, of an
-- account that is in use. The row stays, with its id, its status and its countries: orders, the ledger, records and documents of an identity point to it.
CREATE FUNCTION "erase_account"("account" BIGINT) RETURNS BOOLEAN LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
BEGIN
  PERFORM FROM "users" WHERE "id" = "account" AND "status" = 'blocked' AND "deleted_at" IS NULL AND "deletion_due_at" <= now() FOR UPDATE;
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
  UPDATE "support_tickets" SET "email" = 'deleted@deleted.invalid' WHERE "user_id" = "account";
  UPDATE "users" SET "email" = 'deleted-' || "id" || '@deleted.invalid', "email_verified_at" = NULL, "password_hash" = '', "nickname" = 'deleted',
    "phone" = NULL, "unverified_phone" = NULL, "phone_verified_at" = NULL, "phone_asked_at" = NULL, "anti_phishing_code" = NULL,
    "time_zone" = NULL, "theme" = 'system', "locale" = 'en', "updates_consent_at" = NULL, "deletion_due_at" = NULL, "deleted_at" = now()
    WHERE "id" = "account";
  RETURN true;
END $$;
