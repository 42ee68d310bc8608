-- When the sale was ordered that waits for a price: what operators have ordered lapses a day later.
ALTER TABLE "p2p_loans" ADD COLUMN "sale_wanted_at" TIMESTAMPTZ(3);
