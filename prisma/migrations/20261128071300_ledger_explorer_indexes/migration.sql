-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_created_at_idx";
CREATE INDEX CONCURRENTLY "ledger_entries_created_at_idx" ON "ledger_entries"("created_at");
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_kind_id_idx";
CREATE INDEX CONCURRENTLY "ledger_entries_kind_id_idx" ON "ledger_entries"("kind", "id");
DROP INDEX CONCURRENTLY IF EXISTS "ledger_entries_reference_idx";
CREATE INDEX CONCURRENTLY "ledger_entries_reference_idx" ON "ledger_entries"("reference");
