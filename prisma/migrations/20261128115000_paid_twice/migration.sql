-- When two operators have said that what was paid in vain is settled.
ALTER TABLE "provider_payouts" ADD COLUMN "settled_at" TIMESTAMPTZ(3);
-- 'paid_twice': operators have recorded another payment of it, and its provider has paid it too.
ALTER TABLE "provider_payouts" DROP CONSTRAINT "provider_payouts_outcome_check";
ALTER TABLE "provider_payouts" ADD CONSTRAINT "provider_payouts_outcome_check"
    CHECK ("outcome" IN ('paid', 'declined', 'paid_late', 'paid_twice')) NOT VALID;
CREATE INDEX "provider_payouts_doubled_idx" ON "provider_payouts"("withdrawal_id") WHERE "outcome" IN ('paid_late', 'paid_twice') AND "settled_at" IS NULL;
