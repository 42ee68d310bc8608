-- concurrently
-- Running loans that are looked at whatever the price is: few, beside those that only a price reaches.
DROP INDEX CONCURRENTLY IF EXISTS "p2p_loans_watched_idx";
CREATE INDEX CONCURRENTLY "p2p_loans_watched_idx" ON "p2p_loans"("money_id", "pledge_id", "id") WHERE "state" IN ('active', 'overdue')
    AND ("warning_price" IS NULL OR "notified" <> 'ok' OR "sale_wanted" IS NOT NULL OR "overdue_at" IS NOT NULL);
