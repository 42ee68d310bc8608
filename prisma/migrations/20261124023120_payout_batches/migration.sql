-- One transaction may pay several withdrawals: they share its nonce, and each has its own output.
ALTER TABLE "signed_payouts" ADD COLUMN "batch_place" SMALLINT NOT NULL DEFAULT 0;

-- Outputs of ours that a signed transaction spends, replacements included: no other one spends them.
CREATE TABLE "signed_inputs" (
    "network_id" SMALLINT NOT NULL,
    "outpoint" TEXT NOT NULL,
    -- Of the signed_payouts that it pays.
    "nonce" BIGINT NOT NULL,
    -- Among the inputs of its transaction.
    "place" SMALLINT NOT NULL,

    CONSTRAINT "signed_inputs_pkey" PRIMARY KEY ("network_id", "outpoint"),
    CONSTRAINT "signed_inputs_place_key" UNIQUE ("network_id", "nonce", "place")
);
