-- Deposits by pages of payment providers.
-- Which provider serves the method, by the name of its adapter; empty for networks and banks.
ALTER TABLE "payment_methods" ADD COLUMN "provider" TEXT NOT NULL DEFAULT '';

-- What a deposit by a provider has beside its row in deposits, whose reference names it to the provider and on its page.
CREATE TABLE "provider_payments" (
    "deposit_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    -- The client's, unique for the user.
    "idempotency_key" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    -- Where the browser goes, and with which fields; null until the provider has answered.
    "redirect" JSONB,
    -- After this it is not paid any more, unless the provider reports that it was.
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    -- What the provider calls the payment; null until it has reported one.
    "payment_id" TEXT,
    -- What it says that was paid.
    "paid_amount" DECIMAL(38,18),
    "paid_ticker" TEXT,

    CONSTRAINT "provider_payments_pkey" PRIMARY KEY ("deposit_id"),
    CONSTRAINT "provider_payments_idempotency_key" UNIQUE ("user_id", "idempotency_key"),
    CONSTRAINT "provider_payments_payment_id_key" UNIQUE ("provider", "payment_id"),
    CONSTRAINT "provider_payments_deposit_id_fkey" FOREIGN KEY ("deposit_id") REFERENCES "deposits"("id"),
    CONSTRAINT "provider_payments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "provider_payments_expires_at_idx" ON "provider_payments"("expires_at");
