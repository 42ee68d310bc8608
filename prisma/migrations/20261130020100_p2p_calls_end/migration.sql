-- concurrently
-- Calls are forgotten after a month: the job finds those that are old by it.
DROP INDEX CONCURRENTLY IF EXISTS "p2p_calls_created_at_idx";
CREATE INDEX CONCURRENTLY "p2p_calls_created_at_idx" ON "p2p_calls"("created_at");
