-- A sale that finds no market may end by coins in place of money: by which index, and how many the lender got.
ALTER TABLE "p2p_sales" ADD COLUMN "hand_over_index" DECIMAL(38,8), ADD COLUMN "coins_to_lender" DECIMAL(38,18);
