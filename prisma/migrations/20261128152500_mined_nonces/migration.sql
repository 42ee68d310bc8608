-- How many transactions of the hot address were in blocks when "unknown_nonce" was found; null where no nonces are counted.
ALTER TABLE "payout_networks" ADD COLUMN "mined_nonce" BIGINT;
