-- concurrently
-- Codes whose time is over are erased from messages.
DROP INDEX CONCURRENTLY IF EXISTS "messages_codes_idx";
CREATE INDEX CONCURRENTLY "messages_codes_idx" ON "messages"("expires_at") WHERE "expires_at" IS NOT NULL AND "text" <> '';
