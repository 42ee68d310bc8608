-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "perpetual_funding_rates_time_market_id_idx";
CREATE INDEX CONCURRENTLY "perpetual_funding_rates_time_market_id_idx" ON "perpetual_funding_rates"("time" DESC, "market_id");
