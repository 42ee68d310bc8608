-- Networks whose transactions spend outputs: which one of the Bitcoin family it is, and the outputs that are ours.
ALTER TABLE "networks"
    -- Of kind 'bitcoin' alone: 'bitcoin', 'litecoin', with '-test' or '-regtest'.
    ADD COLUMN "chain_name" TEXT,
    -- Of our addresses: 'wpkh' (BIP-84) or 'tr' (BIP-86). It stays as it is once addresses were given.
    ADD COLUMN "address_type" TEXT,
    ADD CONSTRAINT "networks_chain_name_check" CHECK (
        CASE WHEN "kind" = 'bitcoin'
            THEN "chain_name" IN ('bitcoin', 'bitcoin-test', 'bitcoin-regtest', 'litecoin', 'litecoin-test', 'litecoin-regtest')
                AND "address_type" IN ('wpkh', 'tr') AND "chain_name" IS NOT NULL AND "address_type" IS NOT NULL
            ELSE "chain_name" IS NULL AND "address_type" IS NULL END) NOT VALID;

-- Blocks that the network itself demands before coins are spent; a deposit has the larger of this and the network's confirmations.
ALTER TABLE "deposits" ADD COLUMN "confirmations_min" SMALLINT NOT NULL DEFAULT 0;

-- Outputs to addresses of ours, as far as blocks were read. Those of replaced blocks are deleted, and come back with the blocks that have them.
CREATE TABLE "utxos" (
    "network_id" SMALLINT NOT NULL,
    -- '<transaction>:<output>'
    "outpoint" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    -- Which of the signer's keys spends it.
    "derivation_index" BIGINT NOT NULL,
    "units" NUMERIC NOT NULL,
    "height" BIGINT NOT NULL,
    "confirmations_min" SMALLINT NOT NULL DEFAULT 0,
    -- The transaction that has spent it, and the height of its block; null while it is unspent.
    "spent_by" TEXT,
    "spent_height" BIGINT,

    CONSTRAINT "utxos_pkey" PRIMARY KEY ("network_id", "outpoint"),
    CONSTRAINT "utxos_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "utxos_spent_check" CHECK (("spent_by" IS NULL) = ("spent_height" IS NULL))
);
CREATE INDEX "utxos_unspent_idx" ON "utxos"("network_id", "height") WHERE "spent_by" IS NULL;
CREATE INDEX "utxos_height_idx" ON "utxos"("network_id", "height");
CREATE INDEX "utxos_spent_idx" ON "utxos"("network_id", "spent_height") WHERE "spent_by" IS NOT NULL;
