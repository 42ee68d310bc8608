-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "payment_methods_contract_key";
CREATE UNIQUE INDEX CONCURRENTLY "payment_methods_contract_key" ON "payment_methods" ("network_id", lower("contract")) WHERE "network_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "payment_methods_coin_key";
DROP INDEX CONCURRENTLY IF EXISTS "networks_chain_id_key";
CREATE UNIQUE INDEX CONCURRENTLY "networks_chain_id_key" ON "networks" ("chain_id") WHERE "chain_id" IS NOT NULL;
