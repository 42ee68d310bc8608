-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "signed_payouts_place_key";
CREATE UNIQUE INDEX CONCURRENTLY "signed_payouts_place_key" ON "signed_payouts"("network_id", "nonce", "batch_place");
