-- Coins that move between the exchange's own addresses: from those of depositors to the hot one, gas to those that have none, and from the hot
-- one to the cold wallet.

-- What moves by itself. Without a row nothing does.
CREATE TABLE "sweep_rules" (
    "network_id" SMALLINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- Whole units. What a depositor's address has less of stays there.
    "minimum" DECIMAL(38,18) NOT NULL,
    -- Above the maximum the hot wallet keeps the target, and the rest goes to the cold one.
    "hot_target" DECIMAL(38,18) NOT NULL,
    "hot_max" DECIMAL(38,18) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "sweep_rules_pkey" PRIMARY KEY ("network_id", "asset_id"),
    CONSTRAINT "sweep_rules_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "sweep_rules_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "sweep_rules_amounts_check" CHECK ("minimum" > 0 AND "hot_target" >= 0 AND "hot_max" >= "hot_target")
);

CREATE TABLE "sweeps" (
    "id" BIGSERIAL NOT NULL,
    "network_id" SMALLINT NOT NULL,
    -- Of gas: what is swept with it.
    "asset_id" SMALLINT NOT NULL,
    -- sweep: from a depositor's address to the hot one; gas: from the hot one to a depositor's; cold: from the hot one to the cold wallet.
    "kind" TEXT NOT NULL,
    -- Of the depositor's address; 0 of cold.
    "key_index" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    -- How many transactions of the depositor's address the network knew: after a restore the signer may know fewer.
    "first_nonce" BIGINT NOT NULL DEFAULT 0,
    -- waiting: not signed; sent; done: in a block with its confirmations; failed there; dismissed: failed, and an operator has looked at it
    "state" TEXT NOT NULL DEFAULT 'waiting',
    -- Why it is not signed, or that the network refuses it.
    "problem" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "block_height" BIGINT,
    "block_hash" TEXT,
    -- Since when a finished one is in no block.
    "lost_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sweeps_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "sweeps_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "sweeps_kind_check" CHECK ("kind" IN ('sweep', 'gas', 'cold') AND ("kind" = 'cold') = ("key_index" = 0)),
    CONSTRAINT "sweeps_state_check" CHECK ("state" IN ('waiting', 'sent', 'done', 'failed', 'dismissed'))
);
-- One at a time of a depositor's address, gas for it included, and one to the cold wallet of a network.
CREATE UNIQUE INDEX "sweeps_open_key" ON "sweeps"("network_id", "key_index") WHERE "state" IN ('waiting', 'sent');
CREATE INDEX "sweeps_failed_idx" ON "sweeps"("network_id", "key_index", "asset_id") WHERE "state" = 'failed';
CREATE INDEX "sweeps_lost_idx" ON "sweeps"("network_id", "key_index") WHERE "lost_at" IS NOT NULL;
-- Those that may lose their block.
CREATE INDEX "sweeps_block_idx" ON "sweeps"("network_id", "block_height") WHERE "state" = 'done';

-- What the signer has signed of them, before anybody else sees it. A later place is the same nonce with higher fees: one of them is ever mined.
CREATE TABLE "signed_sweeps" (
    "sweep_id" BIGINT NOT NULL,
    "place" INTEGER NOT NULL,
    "network_id" SMALLINT NOT NULL,
    -- Of the key that has signed; 0 is the hot one, whose nonces are those of signed_payouts too.
    "key_index" BIGINT NOT NULL,
    "nonce" BIGINT NOT NULL,
    -- Who gets it.
    "address" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    -- Of the smallest unit on the network.
    "units" NUMERIC NOT NULL,
    -- What leaves for fees at most, and as gas: what an hour's limit counts. Of the smallest unit of the network's own coin.
    "cost_max" NUMERIC NOT NULL,
    "transaction_hash" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "signed_sweeps_pkey" PRIMARY KEY ("sweep_id", "place"),
    CONSTRAINT "signed_sweeps_hash_key" UNIQUE ("transaction_hash"),
    CONSTRAINT "signed_sweeps_sweep_id_fkey" FOREIGN KEY ("sweep_id") REFERENCES "sweeps"("id")
);
CREATE UNIQUE INDEX "signed_sweeps_nonce_key" ON "signed_sweeps"("network_id", "key_index", "nonce") WHERE "place" = 0;
CREATE INDEX "signed_sweeps_time_idx" ON "signed_sweeps"("network_id", "created_at");

-- Until when an address is not looked at again: what it has is worth less than its fee at the moment.
ALTER TABLE "deposit_holdings" ADD COLUMN "skipped_until" TIMESTAMPTZ(3);
