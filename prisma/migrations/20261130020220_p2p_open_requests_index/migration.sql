-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_open_requests_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_open_requests_idx" ON "p2p_loans"("id") WHERE "state" = 'pending' AND "offer_id" IS NULL;
