-- Proofs of reserves: what was owed to users at a moment, committed to by a tree for each asset, and what lay against it.
CREATE TABLE "reserve_proofs" (
    "id" BIGSERIAL NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    -- What the nonces of all leaves come from: whoever has it could try balances against the hashes that users were shown.
    "seed" BYTEA NOT NULL,

    CONSTRAINT "reserve_proofs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "reserve_proofs_taken_at_idx" ON "reserve_proofs"("taken_at");

CREATE TABLE "reserve_proof_assets" (
    "proof_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "liabilities" DECIMAL(38,18) NOT NULL,
    "reserves" DECIMAL(38,18) NOT NULL,
    -- What accounts below zero owe, as a positive amount.
    "negative" DECIMAL(38,18) NOT NULL,
    -- Where the reserves lie: ReservePlace of packages/shared/src/contracts/reserves.
    "places" JSONB NOT NULL,
    -- Null, with no nodes and a depth of 0, where nobody had anything.
    "root" BYTEA,
    "depth" SMALLINT NOT NULL,
    -- The nodes of one level, 48 bytes each: hash and sum. Those above follow from them, those below from the leaves.
    "nodes" BYTEA NOT NULL,

    CONSTRAINT "reserve_proof_assets_pkey" PRIMARY KEY ("proof_id", "asset_id"),
    CONSTRAINT "reserve_proof_assets_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "reserve_proofs"("id") ON DELETE CASCADE,
    CONSTRAINT "reserve_proof_assets_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);

-- Those of accounts: places without a row are filled with leaves of nothing.
CREATE TABLE "reserve_leaves" (
    "proof_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "position" INTEGER NOT NULL,
    -- Null once the account is erased: its neighbours' paths still need hash and amount.
    "user_id" BIGINT,
    "amount" DECIMAL(38,18) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "reserve_leaves_pkey" PRIMARY KEY ("proof_id", "asset_id", "position"),
    CONSTRAINT "reserve_leaves_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "reserve_proofs"("id") ON DELETE CASCADE,
    CONSTRAINT "reserve_leaves_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "reserve_leaves_amount_check" CHECK ("amount" >= 0)
);
CREATE INDEX "reserve_leaves_user_id_idx" ON "reserve_leaves"("user_id", "proof_id");
