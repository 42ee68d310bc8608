-- Where users pay to by a bank method: beneficiary, account_number, ifsc_code, bank_name, upi_id. Null: no deposits are taken by it.
ALTER TABLE "payment_methods" ADD COLUMN "requisites" JSONB;
