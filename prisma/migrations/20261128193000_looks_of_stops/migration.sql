-- Of a stop: the watcher's height at the first look since which the network knows nothing that is unknown; null: it knows some of it.
ALTER TABLE "payout_networks" ADD COLUMN "lost_height" BIGINT;
