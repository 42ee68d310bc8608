-- concurrently
-- What the worker takes in hand next, and what the clean-up deletes.
DROP INDEX CONCURRENTLY IF EXISTS "messages_due_idx";
CREATE INDEX CONCURRENTLY "messages_due_idx" ON "messages" ("channel", "next_attempt_at") WHERE "sent_at" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "notices_due_idx";
CREATE INDEX CONCURRENTLY "notices_due_idx" ON "notices" ("next_attempt_at", "id") WHERE "dispatched_at" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "messages_created_at_idx";
CREATE INDEX CONCURRENTLY "messages_created_at_idx" ON "messages"("created_at");
DROP INDEX CONCURRENTLY IF EXISTS "notices_created_at_idx";
CREATE INDEX CONCURRENTLY "notices_created_at_idx" ON "notices"("created_at");
-- A worker of the release before reads by messages_waiting_idx and notices_waiting_idx: a later release drops them.
