-- What the transfer of a credited deposit has in the block that has replaced its own: another contract's state may make it another amount.
-- Null as long as its block was not replaced.
ALTER TABLE "deposits" ADD COLUMN "seen_amount" DECIMAL(38,18);
