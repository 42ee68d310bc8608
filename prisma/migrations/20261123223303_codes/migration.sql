-- What a transfer code was worth when it was made, in dollars: it counts in the limit of 24 hours as a withdrawal does.
ALTER TABLE "transfer_codes" ADD COLUMN "usd_value" DECIMAL(38,18) NOT NULL DEFAULT 0;
