-- Transactions that the signer has signed in the place of one that waited too long: the same nonce, receiver and amount, with higher fees. Only one
-- of them is ever mined.
CREATE TABLE "signed_replacements" (
    "id" BIGSERIAL NOT NULL,
    "withdrawal_id" BIGINT NOT NULL,
    "transaction_hash" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "signed_replacements_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "signed_replacements_hash_key" UNIQUE ("transaction_hash"),
    CONSTRAINT "signed_replacements_withdrawal_id_fkey" FOREIGN KEY ("withdrawal_id") REFERENCES "signed_payouts"("withdrawal_id")
);
CREATE INDEX "signed_replacements_withdrawal_idx" ON "signed_replacements"("withdrawal_id", "id");
