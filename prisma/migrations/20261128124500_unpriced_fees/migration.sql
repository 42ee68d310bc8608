-- What of the fee and its GST, in the asset, had no price: its invoice waits.
ALTER TABLE "tax_sums" ADD COLUMN "unpriced" NUMERIC NOT NULL DEFAULT 0;
