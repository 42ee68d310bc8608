-- concurrently
-- A user's own tickets, the last changed first.
DROP INDEX CONCURRENTLY IF EXISTS "support_tickets_own_idx";
CREATE INDEX CONCURRENTLY "support_tickets_own_idx" ON "support_tickets"("user_id", "updated_at", "id") WHERE "deleted_at" IS NULL;
