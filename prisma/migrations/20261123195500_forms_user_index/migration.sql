-- concurrently
-- The forms of an account: for its page in the console, and for the erasure.
DROP INDEX CONCURRENTLY IF EXISTS "support_forms_user_idx";
CREATE INDEX CONCURRENTLY "support_forms_user_idx" ON "support_forms"("user_id", "id") WHERE "user_id" IS NOT NULL;
