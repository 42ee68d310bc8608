-- In dollars when it was paid, for what the payer may withdraw in 24 hours.
ALTER TABLE "invoices" ADD COLUMN "usd_value" DECIMAL(38,18);
