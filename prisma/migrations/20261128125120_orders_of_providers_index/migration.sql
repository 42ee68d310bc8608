-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "provider_payouts_ordered_idx";
CREATE INDEX CONCURRENTLY "provider_payouts_ordered_idx" ON "provider_payouts" ("provider", "ordered_at") WHERE "ordered_at" IS NOT NULL;
