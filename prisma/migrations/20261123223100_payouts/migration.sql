-- What a payout waits for, which blocks finished ones are in, and where the nonces of a network go on.
ALTER TABLE "withdrawals"
    -- Why it was not signed, or has failed on its network: a code of packages/shared/src/contracts/withdrawals/payouts.ts. Null: it is paid next.
    ADD COLUMN "payout_problem" TEXT,
    -- When it is tried again; null with a problem: an operator decides.
    ADD COLUMN "payout_next_at" TIMESTAMPTZ(3);

-- Payouts that are finished and may still lose their block, as long as the blocks of their network are remembered.
CREATE TABLE "finished_payouts" (
    "withdrawal_id" BIGINT NOT NULL,
    "network_id" SMALLINT NOT NULL,
    "block_height" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    -- Since when the transaction is in no block.
    "lost_at" TIMESTAMPTZ(3),

    CONSTRAINT "finished_payouts_pkey" PRIMARY KEY ("withdrawal_id"),
    CONSTRAINT "finished_payouts_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id")
);
CREATE INDEX "finished_payouts_height_idx" ON "finished_payouts"("network_id", "block_height");

-- After a restore the network may know transactions that signed_payouts does not.
CREATE TABLE "payout_networks" (
    "network_id" SMALLINT NOT NULL,
    -- The signer uses no nonce below it.
    "first_nonce" BIGINT NOT NULL DEFAULT 0,
    -- How many transactions of the hot address the network knew when it was found to know more than we do; null while payouts go on.
    "unknown_nonce" BIGINT,
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_networks_pkey" PRIMARY KEY ("network_id"),
    CONSTRAINT "payout_networks_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "payout_networks_stopped_check" CHECK (("unknown_nonce" IS NULL) = ("stopped_at" IS NULL))
);
