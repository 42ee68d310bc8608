-- The block that the watcher had read last when operators were shown that the outputs which a payout spends are lost.
ALTER TABLE "withdrawals" ADD COLUMN "input_lost_height" BIGINT;
