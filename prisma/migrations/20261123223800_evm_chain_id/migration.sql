-- By EIP-155: what an endpoint must answer before it is used, and what the signer signs for. Null for networks of other kinds.
ALTER TABLE "networks" ADD COLUMN "chain_id" BIGINT;
