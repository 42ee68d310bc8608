-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "deposits_transaction_hash_idx";
CREATE INDEX CONCURRENTLY "deposits_transaction_hash_idx" ON "deposits"("transaction_hash");
