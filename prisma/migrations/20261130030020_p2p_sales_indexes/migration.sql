-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_warning_price_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_warning_price_idx" ON "p2p_loans"("money_id", "pledge_id", "warning_price") WHERE "state" IN ('active', 'overdue');
