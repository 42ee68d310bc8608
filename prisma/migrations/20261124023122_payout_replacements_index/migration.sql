-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "signed_replacements_withdrawal_key";
CREATE UNIQUE INDEX CONCURRENTLY "signed_replacements_withdrawal_key" ON "signed_replacements"("withdrawal_id", "transaction_hash");
