-- When two operators have said that what was paid in vain is settled.
ALTER TABLE "provider_payouts" ADD COLUMN "settled_at" TIMESTAMPTZ(3);
-- 'paid_twice': operators have recorded another payment of it, and its provider has paid it too.
ALTER TABLE "provider_payouts" DROP CONSTRAINT "provider_payouts_outcome_check";
ALTER TABLE "provider_payouts" ADD CONSTRAINT "provider_payouts_outcome_check"
    CHECK ("outcome" IN ('paid', 'declined', 'paid_late', 'paid_twice')) NOT VALID;
