ALTER TABLE "withdrawals" VALIDATE CONSTRAINT "withdrawals_method_asset_fkey";
ALTER TABLE "deposits" VALIDATE CONSTRAINT "deposits_method_asset_fkey";
