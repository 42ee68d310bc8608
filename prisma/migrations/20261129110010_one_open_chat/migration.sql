-- concurrently
-- A user has one open chat at most.
DROP INDEX CONCURRENTLY IF EXISTS "support_tickets_open_chat_key";
CREATE UNIQUE INDEX CONCURRENTLY "support_tickets_open_chat_key" ON "support_tickets"("user_id") WHERE "is_chat" AND "status" IN ('created', 'in_proccess');
