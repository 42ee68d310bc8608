-- Until when a run of the worker has it for itself; null: it has none. Apart from "next_at", which reports of a provider set.
ALTER TABLE "provider_payouts" ADD COLUMN "claimed_until" TIMESTAMPTZ(3);
