ALTER TABLE "users"
  ADD COLUMN "unverified_phone" TEXT,
  ADD COLUMN "phone_verified_at" TIMESTAMPTZ(3),
  ADD COLUMN "phone_asked_at" TIMESTAMPTZ(3),
  ADD COLUMN "theme" TEXT NOT NULL DEFAULT 'system',
  ADD COLUMN "time_zone" TEXT,
  ADD COLUMN "anti_phishing_code" TEXT,
  ADD COLUMN "updates_consent_at" TIMESTAMPTZ(3),
  ADD COLUMN "withdrawals_locked_until" TIMESTAMPTZ(3),
  ADD COLUMN "deletion_requested_at" TIMESTAMPTZ(3),
  ADD COLUMN "deletion_due_at" TIMESTAMPTZ(3),
  ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

ALTER TABLE "api_keys" ADD COLUMN "expires_at" TIMESTAMPTZ(3), ADD COLUMN "revoked_at" TIMESTAMPTZ(3);

CREATE TABLE "password_history" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_history_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "password_history_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "password_history_user_id_id_idx" ON "password_history"("user_id", "id");
