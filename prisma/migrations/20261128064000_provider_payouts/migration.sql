-- What payment providers are asked to pay: a row for each withdrawal, written before its provider is asked.
CREATE TABLE "provider_payouts" (
    "withdrawal_id" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    -- Names the payout at the provider, which pays once for it. Made of the withdrawal, so that one that is taken again after a restore has the same.
    "reference" TEXT NOT NULL,
    -- When the provider is asked next what became of it; null: not by itself.
    "next_at" TIMESTAMPTZ(3) DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    -- When it was told last to pay; null: never.
    "ordered_at" TIMESTAMPTZ(3),
    -- When it has said first that it has the payout.
    "accepted_at" TIMESTAMPTZ(3),
    -- The provider's own name of it.
    "payment_id" TEXT,
    "outcome" TEXT,
    -- What the provider says that it has paid, of one that is paid.
    "paid_amount" DECIMAL(38,18),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "provider_payouts_pkey" PRIMARY KEY ("withdrawal_id"),
    CONSTRAINT "provider_payouts_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id"),
    CONSTRAINT "provider_payouts_reference_key" UNIQUE ("provider", "reference"),
    CONSTRAINT "provider_payouts_payment_id_key" UNIQUE ("provider", "payment_id"),
    -- 'paid_late': its provider has paid it after its money was given back.
    CONSTRAINT "provider_payouts_outcome_check" CHECK ("outcome" IN ('paid', 'declined', 'paid_late'))
);
CREATE INDEX "provider_payouts_next_at_idx" ON "provider_payouts"("next_at") WHERE "next_at" IS NOT NULL;
