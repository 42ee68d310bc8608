-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "provider_payouts_doubled_idx";
CREATE INDEX CONCURRENTLY "provider_payouts_doubled_idx" ON "provider_payouts"("withdrawal_id") WHERE "outcome" IN ('paid_late', 'paid_twice') AND "settled_at" IS NULL;
