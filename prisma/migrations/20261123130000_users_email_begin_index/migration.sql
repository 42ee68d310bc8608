-- concurrently
-- Operators search for people by beginnings, whatever the collation of the database is.
DROP INDEX CONCURRENTLY IF EXISTS "users_email_begin_idx";
CREATE INDEX CONCURRENTLY "users_email_begin_idx" ON "users"("email" text_pattern_ops);
