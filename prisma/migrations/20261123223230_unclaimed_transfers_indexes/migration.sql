-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "unclaimed_transfers_id_key";
CREATE UNIQUE INDEX CONCURRENTLY "unclaimed_transfers_id_key" ON "unclaimed_transfers"("id");
DROP INDEX CONCURRENTLY IF EXISTS "unclaimed_transfers_state_idx";
CREATE INDEX CONCURRENTLY "unclaimed_transfers_state_idx" ON "unclaimed_transfers"("state", "id");
