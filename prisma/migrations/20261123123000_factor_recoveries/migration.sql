-- Wishes of people who lost every second factor. `waiting` for operators, `approved` for its time, `done`, `refused` by an operator, or `stopped` by the
-- account's owner.
CREATE TABLE "factor_recoveries" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "effective_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "factor_recoveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "factor_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "factor_recoveries_values_check" CHECK (
      "status" IN ('waiting', 'approved', 'done', 'refused', 'stopped')
      AND ("status" NOT IN ('approved', 'done') OR "effective_at" IS NOT NULL)
      AND ("status" IN ('waiting', 'approved')) = ("ended_at" IS NULL))
);
CREATE UNIQUE INDEX "factor_recoveries_open_key" ON "factor_recoveries" ("user_id") WHERE "status" IN ('waiting', 'approved');
CREATE INDEX "factor_recoveries_user_id_id_idx" ON "factor_recoveries"("user_id", "id");
CREATE INDEX "factor_recoveries_status_id_idx" ON "factor_recoveries"("status", "id");

-- Takes the second factors away whose time has come, and with them every session and key. As the owner: the worker may touch no factor otherwise.
CREATE FUNCTION "finish_factor_recovery"("recovery" BIGINT, "lock_hours" INTEGER) RETURNS BIGINT
  LANGUAGE plpgsql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
DECLARE
  "account" BIGINT;
BEGIN
  SELECT "users"."id" INTO "account" FROM "users" JOIN "factor_recoveries" ON "user_id" = "users"."id" WHERE "factor_recoveries"."id" = "recovery"
    AND "users"."status" = 'active' AND coalesce("suspended_until", '-infinity') <= now() FOR UPDATE OF "users";
  UPDATE "factor_recoveries" SET "status" = 'done', "ended_at" = now()
    WHERE "id" = "recovery" AND "user_id" = "account" AND "status" = 'approved' AND "effective_at" <= now();
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM "second_factors" WHERE "user_id" = "account";
  DELETE FROM "passkeys" WHERE "user_id" = "account";
  DELETE FROM "recovery_codes" WHERE "user_id" = "account";
  UPDATE "api_keys" SET "enabled" = false WHERE "user_id" = "account" AND "enabled";
  UPDATE "sessions" SET "ended_at" = now(), "end_reason" = 'factors_removed' WHERE "user_id" = "account" AND "ended_at" IS NULL AND "expires_at" > now();
  UPDATE "users" SET "withdrawals_locked_until" = greatest("withdrawals_locked_until", now() + make_interval(hours => "lock_hours")) WHERE "id" = "account";
  RETURN "account";
END $$;
REVOKE EXECUTE ON FUNCTION "finish_factor_recovery"(BIGINT, INTEGER) FROM PUBLIC;
