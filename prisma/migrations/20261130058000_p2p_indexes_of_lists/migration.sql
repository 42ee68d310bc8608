-- concurrently
-- Due times that come near. UTC: only then the sum is one that an index may hold.
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_due_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_due_idx" ON "p2p_loans"((("started_at" AT TIME ZONE 'UTC') + make_interval(days => "days"))) WHERE "state" = 'active';
-- What is lent against a pledge, as its cap and the figures of all loans count it.
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_unsettled_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_unsettled_idx" ON "p2p_loans"("pledge_id", "money_id") WHERE "state" IN ('active', 'overdue', 'liquidating');
-- Lists of operators: few loans are in some of the states.
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_state_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_state_idx" ON "p2p_loans"("state", "id");
