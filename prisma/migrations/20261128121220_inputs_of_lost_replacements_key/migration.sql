-- An output that a replacement was to spend, and whose nonce is paid by another transaction, is free for a later nonce.
ALTER TABLE "signed_inputs" DROP CONSTRAINT "signed_inputs_pkey",
    ADD CONSTRAINT "signed_inputs_pkey" PRIMARY KEY USING INDEX "signed_inputs_nonce_key";
