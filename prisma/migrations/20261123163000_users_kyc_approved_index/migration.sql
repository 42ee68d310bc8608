-- concurrently
-- The worker looks every few seconds for sign-up bonuses whose KYC was approved of late.
DROP INDEX CONCURRENTLY IF EXISTS "users_kyc_approved_at_idx";
CREATE INDEX CONCURRENTLY "users_kyc_approved_at_idx" ON "users"("kyc_approved_at") WHERE "kyc_approved_at" IS NOT NULL;
