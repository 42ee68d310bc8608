-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "payment_methods_asset_key";
CREATE UNIQUE INDEX CONCURRENTLY "payment_methods_asset_key" ON "payment_methods" ("id", "asset_id");
