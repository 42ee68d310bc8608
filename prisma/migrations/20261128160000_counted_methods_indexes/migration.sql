-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "saved_addresses_method_idx";
CREATE INDEX CONCURRENTLY "saved_addresses_method_idx" ON "saved_addresses" ("method_id");
DROP INDEX CONCURRENTLY IF EXISTS "unclaimed_transfers_contract_idx";
CREATE INDEX CONCURRENTLY "unclaimed_transfers_contract_idx" ON "unclaimed_transfers" ("network_id", lower("contract"));
