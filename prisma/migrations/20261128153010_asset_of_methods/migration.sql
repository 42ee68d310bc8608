-- What is paid is the method's coin; hold and limits are counted by the asset of the row. They are the same.
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_method_asset_fkey"
    FOREIGN KEY ("method_id", "asset_id") REFERENCES "payment_methods"("id", "asset_id") NOT VALID;
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_method_asset_fkey"
    FOREIGN KEY ("method_id", "asset_id") REFERENCES "payment_methods"("id", "asset_id") NOT VALID;
