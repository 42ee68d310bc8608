-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "jobs_owner_held_key";
CREATE UNIQUE INDEX CONCURRENTLY "jobs_owner_held_key" ON "jobs" ("owner") WHERE "run_id" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "jobs_owner_due_idx";
CREATE INDEX CONCURRENTLY "jobs_owner_due_idx" ON "jobs" ("owner", "due_at", "id") WHERE "state" = 'waiting';
