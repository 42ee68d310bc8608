-- concurrently
-- An approval takes back the numbers that the person had approved before.
DROP INDEX CONCURRENTLY IF EXISTS "kyc_numbers_user_id_idx";
CREATE INDEX CONCURRENTLY "kyc_numbers_user_id_idx" ON "kyc_numbers"("user_id");
