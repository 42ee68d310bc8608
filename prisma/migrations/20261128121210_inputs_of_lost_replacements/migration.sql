-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "signed_inputs_nonce_key";
CREATE UNIQUE INDEX CONCURRENTLY "signed_inputs_nonce_key" ON "signed_inputs" ("network_id", "outpoint", "nonce");
