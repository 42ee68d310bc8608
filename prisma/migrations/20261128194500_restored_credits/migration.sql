-- Credits that operators have posted against what a restore left unexplained, for the alert about their sum.
CREATE TABLE "restored_credits" (
    -- Of the ledger.
    "entry_id" BIGINT NOT NULL,
    -- Null: no market has a price.
    "usd_value" NUMERIC(38, 18),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "restored_credits_pkey" PRIMARY KEY ("entry_id")
);
CREATE INDEX "restored_credits_created_at_idx" ON "restored_credits"("created_at");
