-- concurrently
-- Spare addresses are given by their index, from the floor on.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_addresses_spare_idx";
CREATE INDEX CONCURRENTLY "deposit_addresses_spare_idx" ON "deposit_addresses"("network_id", "derivation_index") WHERE "user_id" IS NULL;
