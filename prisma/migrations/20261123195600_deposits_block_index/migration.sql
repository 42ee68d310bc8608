-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "deposits_block_idx";
CREATE INDEX CONCURRENTLY "deposits_block_idx" ON "deposits"("method_id", "block_height");
