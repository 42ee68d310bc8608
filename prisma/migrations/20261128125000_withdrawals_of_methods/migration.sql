-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "withdrawals_method_idx";
CREATE INDEX CONCURRENTLY "withdrawals_method_idx" ON "withdrawals" ("method_id", "id");
