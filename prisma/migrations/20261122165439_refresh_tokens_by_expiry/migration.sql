-- For the worker, which deletes the tokens of sessions that are over.
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");
