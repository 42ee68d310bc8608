-- Deposits from networks: addresses, how far each network was read, and what the signer has signed.
CREATE TABLE "deposit_addresses" (
    "id" BIGSERIAL NOT NULL,
    "network_id" SMALLINT NOT NULL,
    -- Null: made in advance, and nobody's yet.
    "user_id" BIGINT,
    "address" TEXT NOT NULL,
    -- Of the depositors who share an address; empty otherwise.
    "memo" TEXT NOT NULL DEFAULT '',
    -- Which of the signer's keys it is of.
    "derivation_index" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "taken_at" TIMESTAMPTZ(3),
    -- When the first deposit was seen.
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "deposit_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deposit_addresses_address_key" UNIQUE ("network_id", "address", "memo"),
    CONSTRAINT "deposit_addresses_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "deposit_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "deposit_addresses_memo_check" CHECK ("memo" = '' OR "user_id" IS NOT NULL)
);
CREATE UNIQUE INDEX "deposit_addresses_index_key" ON "deposit_addresses"("network_id", "derivation_index") WHERE "memo" = '';
CREATE INDEX "deposit_addresses_user_id_idx" ON "deposit_addresses"("user_id", "network_id", "id" DESC);
CREATE INDEX "deposit_addresses_spare_idx" ON "deposit_addresses"("network_id", "id") WHERE "user_id" IS NULL;

-- The newest block of each network whose deposits are in our tables.
CREATE TABLE "chain_cursors" (
    "network_id" SMALLINT NOT NULL,
    "height" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    -- The network's newest block when it was last asked.
    "head_height" BIGINT NOT NULL,
    -- Pays withdrawals, and is the address that depositors with a memo share.
    "hot_address" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("network_id"),
    CONSTRAINT "chain_cursors_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id")
);

-- The last blocks that were read, to find the common ancestor after a re-organisation.
CREATE TABLE "chain_blocks" (
    "network_id" SMALLINT NOT NULL,
    "height" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "chain_blocks_pkey" PRIMARY KEY ("network_id", "height")
);

-- What has arrived at our addresses and belongs to nobody: a missing memo, an amount beyond reason.
CREATE TABLE "unclaimed_transfers" (
    "network_id" SMALLINT NOT NULL,
    "reference" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "memo" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "units" NUMERIC NOT NULL,
    "block_height" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "unclaimed_transfers_pkey" PRIMARY KEY ("network_id", "reference")
);

-- Since which height the deposit's block is gone; null while it is in one.
ALTER TABLE "deposits" ADD COLUMN "missing_since" BIGINT;

-- What the signer has signed, before anybody else sees it: the same withdrawal has one transaction for ever.
CREATE TABLE "signed_payouts" (
    "withdrawal_id" BIGINT NOT NULL,
    "network_id" SMALLINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "address" TEXT NOT NULL,
    "memo" TEXT NOT NULL,
    -- Whole units that the receiver gets.
    "amount" DECIMAL(38,18) NOT NULL,
    "nonce" BIGINT NOT NULL,
    "transaction_hash" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "signed_payouts_pkey" PRIMARY KEY ("withdrawal_id"),
    CONSTRAINT "signed_payouts_nonce_key" UNIQUE ("network_id", "nonce"),
    CONSTRAINT "signed_payouts_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "withdrawals"("id")
);
CREATE INDEX "signed_payouts_asset_idx" ON "signed_payouts"("asset_id", "created_at");

-- Which key file the addresses come from: a signer with another one refuses to start.
CREATE TABLE "signer_keys" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "signer_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "signer_keys_one_check" CHECK ("id" = 1)
);
