-- What the signer has believed of an output when it signed for it first: utxos is written by the worker, and a signature for an output says one
-- amount for ever. No deployment has rows here yet.
ALTER TABLE "signed_inputs" ADD COLUMN "units" NUMERIC NOT NULL, ADD COLUMN "derivation_index" BIGINT NOT NULL;
