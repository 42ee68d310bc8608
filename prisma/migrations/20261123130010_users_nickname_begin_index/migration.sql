-- concurrently
-- Operators search for people by beginnings, whatever the collation of the database is.
DROP INDEX CONCURRENTLY IF EXISTS "users_nickname_begin_idx";
CREATE INDEX CONCURRENTLY "users_nickname_begin_idx" ON "users"(lower("nickname") text_pattern_ops);
