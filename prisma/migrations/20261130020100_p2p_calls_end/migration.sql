-- Calls are forgotten after a month: the job finds those that are old by it.
CREATE INDEX "p2p_calls_created_at_idx" ON "p2p_calls"("created_at");
