-- Bank accounts of users in India, between which and ours rupees move.
CREATE TABLE "inr_banks" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    -- The holder's name and the account number, sealed under the data key 'inr'.
    "details" BYTEA NOT NULL,
    -- HMAC of the bank's code and the account number.
    "number_hash" BYTEA NOT NULL,
    "last_digits" TEXT NOT NULL,
    "ifsc" TEXT NOT NULL,
    "bank_name" TEXT NOT NULL,
    "account_type" TEXT NOT NULL,
    -- Whether the holder's name was that of the verified identity when the account was added.
    "name_matches" BOOLEAN NOT NULL,
    -- Why it was refused, in the words that its user reads.
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "decided_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "inr_banks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inr_banks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "inr_banks_status_check" CHECK ("status" IN ('pending', 'active', 'canceled')),
    CONSTRAINT "inr_banks_account_type_check" CHECK ("account_type" IN ('current', 'saving')),
    CONSTRAINT "inr_banks_decided_at_check" CHECK (("status" = 'pending') = ("decided_at" IS NULL))
);
-- One account is active for one user.
CREATE UNIQUE INDEX "inr_banks_active_key" ON "inr_banks"("number_hash") WHERE "status" = 'active' AND "deleted_at" IS NULL;
CREATE UNIQUE INDEX "inr_banks_own_key" ON "inr_banks"("user_id", "number_hash") WHERE "status" <> 'canceled' AND "deleted_at" IS NULL;
CREATE INDEX "inr_banks_user_id_idx" ON "inr_banks"("user_id", "id");
CREATE INDEX "inr_banks_pending_idx" ON "inr_banks"("id") WHERE "status" = 'pending' AND "deleted_at" IS NULL;

-- The bank account that a deposit came from.
ALTER TABLE "deposits" ADD COLUMN "bank_id" BIGINT;

-- How much a user may move by a method in one day of India, and from which amount on a deposit takes two operators; 0: no limit.
ALTER TABLE "payment_terms" ADD COLUMN "amount_day" DECIMAL(38,18) NOT NULL DEFAULT 0;
ALTER TABLE "payment_terms" ADD COLUMN "two_person_amount" DECIMAL(38,18) NOT NULL DEFAULT 0;
