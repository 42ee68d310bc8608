-- What operators decide of transfers that belong to nobody: one becomes a deposit of a user, or is sent back by hand.
ALTER TABLE "unclaimed_transfers"
    ADD COLUMN "id" BIGSERIAL,
    -- open, assigned (a deposit), returned (by hand)
    ADD COLUMN "state" TEXT NOT NULL DEFAULT 'open',
    ADD COLUMN "deposit_id" BIGINT,
    -- Of what was sent back.
    ADD COLUMN "reason" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "decided_at" TIMESTAMPTZ(3);
ALTER TABLE "unclaimed_transfers" ADD CONSTRAINT "unclaimed_transfers_state_check" CHECK (
    "state" IN ('open', 'assigned', 'returned') AND ("state" = 'assigned') = ("deposit_id" IS NOT NULL)) NOT VALID;
