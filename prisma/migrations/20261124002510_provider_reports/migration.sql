-- What providers have reported as paid, each payment of a deposit once: a deposit may be paid in parts, or twice, by mistake.
CREATE TABLE "provider_reports" (
    "deposit_id" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    -- The provider's own name of the payment.
    "payment_id" TEXT NOT NULL,
    "paid_amount" DECIMAL(38,18) NOT NULL,
    "paid_ticker" TEXT NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "provider_reports_pkey" PRIMARY KEY ("deposit_id", "payment_id"),
    CONSTRAINT "provider_reports_deposit_id_fkey" FOREIGN KEY ("deposit_id") REFERENCES "deposits"("id")
);
CREATE INDEX "provider_reports_payment_id_idx" ON "provider_reports"("provider", "payment_id");
CREATE INDEX "provider_reports_reported_at_idx" ON "provider_reports"("reported_at");

INSERT INTO "provider_reports" ("deposit_id", "provider", "payment_id", "paid_amount", "paid_ticker")
  SELECT "deposit_id", "provider", "payment_id", "paid_amount", "paid_ticker" FROM "provider_payments" WHERE "payment_id" IS NOT NULL;
