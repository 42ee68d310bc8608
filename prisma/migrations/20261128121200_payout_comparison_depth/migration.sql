-- After a restore a network is compared over as many new blocks as a payout has confirmations: a payment that its node did not know yet is in one of them.
CREATE TABLE "payout_comparison_starts" (
    "floor" BIGINT NOT NULL,
    "network_id" SMALLINT NOT NULL,
    -- Of the newest block that was read when the network was compared first.
    "height" BIGINT NOT NULL,

    CONSTRAINT "payout_comparison_starts_pkey" PRIMARY KEY ("floor", "network_id"),
    CONSTRAINT "payout_comparison_starts_floor_fkey" FOREIGN KEY ("floor") REFERENCES "address_floors"("first_index"),
    CONSTRAINT "payout_comparison_starts_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id")
);

ALTER TABLE "payout_networks"
    -- What is unknown: '<first nonce>..<last nonce>' of the hot address, or outputs of ours. Operators accept this and nothing that is found later.
    ADD COLUMN "unknown_items" TEXT[] NOT NULL DEFAULT '{}',
    -- Outputs of ours that operators have found to be spent.
    ADD COLUMN "accepted_items" TEXT[] NOT NULL DEFAULT '{}';
