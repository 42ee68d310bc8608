-- Caps of what is lent in a money: of a lender, of a borrower, and against a pledge. Zero: none.
ALTER TABLE "p2p_moneys" ADD COLUMN "lender_max" DECIMAL(38,18) NOT NULL DEFAULT 0, ADD COLUMN "borrower_max" DECIMAL(38,18) NOT NULL DEFAULT 0;
ALTER TABLE "p2p_pledges" ADD COLUMN "lent_max" DECIMAL(38,18) NOT NULL DEFAULT 0;
