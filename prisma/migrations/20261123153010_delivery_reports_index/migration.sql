-- concurrently
-- Messages that did not reach their reader, for the console.
DROP INDEX CONCURRENTLY IF EXISTS "messages_not_delivered_idx";
CREATE INDEX CONCURRENTLY "messages_not_delivered_idx" ON "messages"("id") WHERE "outcome" <> 'delivered';
