-- Payments of rupees to the banks of users, which operators make at the exchange's own bank, and how much of it one operator does alone.
CREATE TABLE "inr_payout_batches" (
    "id" BIGSERIAL NOT NULL,
    "method_id" INTEGER NOT NULL,
    -- 'ops:<name>'
    "taken_by" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- When its file was handed out first; each later time needs a reason.
    "downloaded_at" TIMESTAMPTZ(3),

    CONSTRAINT "inr_payout_batches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "inr_payout_batches_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id")
);

-- A withdrawal is in one batch at most, and is paid by one transfer.
CREATE TABLE "inr_payouts" (
    "withdrawal_id" BIGINT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    -- The bank's own reference of the transfer (UTR); null until it is paid.
    "utr" TEXT,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "inr_payouts_pkey" PRIMARY KEY ("withdrawal_id"),
    CONSTRAINT "inr_payouts_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id"),
    CONSTRAINT "inr_payouts_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "inr_payout_batches"("id"),
    CONSTRAINT "inr_payouts_utr_key" UNIQUE ("utr"),
    CONSTRAINT "inr_payouts_utr_check" CHECK ("utr" ~ '^(\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$'),
    CONSTRAINT "inr_payouts_paid_at_check" CHECK (("utr" IS NULL) = ("paid_at" IS NULL))
);
CREATE INDEX "inr_payouts_batch_id_idx" ON "inr_payouts"("batch_id");

-- How much one operator decides alone by a method in 24 hours; 0: nothing, as a `two_person_amount` of 0 is.
ALTER TABLE "payment_terms" ADD COLUMN "operator_day_amount" DECIMAL(38,18) NOT NULL DEFAULT 0;
