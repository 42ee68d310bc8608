-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "sessions_over_at_idx";
CREATE INDEX CONCURRENTLY "sessions_over_at_idx" ON "sessions"(least("ended_at", "expires_at"));
