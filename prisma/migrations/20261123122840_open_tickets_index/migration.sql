-- concurrently
-- Open tickets, which are few among all, the last changed first.
DROP INDEX CONCURRENTLY IF EXISTS "support_tickets_open_idx";
CREATE INDEX CONCURRENTLY "support_tickets_open_idx" ON "support_tickets"("updated_at", "id") WHERE "status" IN ('created', 'in_proccess');
