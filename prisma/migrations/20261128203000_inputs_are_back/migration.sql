-- Whether the outputs that a payout spends were in a block again at the height from which its hundred blocks are counted.
ALTER TABLE "withdrawals" ADD COLUMN "inputs_are_back" BOOLEAN NOT NULL DEFAULT false;
