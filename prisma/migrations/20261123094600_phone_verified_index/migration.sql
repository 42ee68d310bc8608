-- concurrently
-- Who may get a sign-up bonus is looked for every few seconds.
DROP INDEX CONCURRENTLY IF EXISTS "users_phone_verified_at_idx";
CREATE INDEX CONCURRENTLY "users_phone_verified_at_idx" ON "users"("phone_verified_at") WHERE "phone_verified_at" IS NOT NULL;
