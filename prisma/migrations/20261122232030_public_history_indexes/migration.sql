-- CreateIndex
CREATE INDEX "perpetual_fund_moves_seq_index_idx" ON "perpetual_fund_moves"("seq" DESC, "index" DESC);

-- CreateIndex
CREATE INDEX "perpetual_funding_rates_time_market_id_idx" ON "perpetual_funding_rates"("time" DESC, "market_id");
