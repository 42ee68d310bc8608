-- concurrently
-- All tickets, and closed ones, the last changed first.
DROP INDEX CONCURRENTLY IF EXISTS "support_tickets_changed_idx";
CREATE INDEX CONCURRENTLY "support_tickets_changed_idx" ON "support_tickets"("updated_at", "id");
