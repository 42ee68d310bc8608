-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "utxos_largest_idx";
CREATE INDEX CONCURRENTLY "utxos_largest_idx" ON "utxos"("network_id", "units" DESC, "outpoint") WHERE "spent_by" IS NULL;
