-- What lies on networks, read from them: by address of depositors, and by network and asset.
CREATE TABLE "deposit_holdings" (
    "network_id" SMALLINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "address" TEXT NOT NULL,
    -- Which of the signer's keys the address is of.
    "key_index" BIGINT NOT NULL,
    -- Of the asset's smallest unit on the network. A token's contract may say any number.
    "units" NUMERIC NOT NULL DEFAULT 0,
    -- The block that it was read at; -1 before.
    "read_height" BIGINT NOT NULL DEFAULT -1,
    -- Whether something has changed since then.
    "is_due" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "deposit_holdings_pkey" PRIMARY KEY ("network_id", "asset_id", "address"),
    CONSTRAINT "deposit_holdings_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "deposit_holdings_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);
CREATE INDEX "deposit_holdings_read_idx" ON "deposit_holdings"("network_id", "read_height") WHERE "is_due" OR "units" > 0;

-- Up to which block the deposits of a network are among the holdings.
CREATE TABLE "holding_cursors" (
    "network_id" SMALLINT NOT NULL,
    "height" BIGINT NOT NULL,

    CONSTRAINT "holding_cursors_pkey" PRIMARY KEY ("network_id"),
    CONSTRAINT "holding_cursors_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id")
);

-- The newest reading of each network and asset, all of one block that has its confirmations.
CREATE TABLE "network_balances" (
    "network_id" SMALLINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- Whole units.
    "hot" DECIMAL(38,18) NOT NULL,
    "deposits" DECIMAL(38,18) NOT NULL,
    "cold" DECIMAL(38,18) NOT NULL,
    "hot_address" TEXT NOT NULL,
    -- As the signer names it; empty where there is none.
    "cold_address" TEXT NOT NULL,
    "block_height" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    -- What lay there by the ledger at that moment; null while transactions were on their way, which the two sides count at different times.
    "ledger" DECIMAL(38,18),
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "network_balances_pkey" PRIMARY KEY ("network_id", "asset_id"),
    CONSTRAINT "network_balances_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "network_balances_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);
