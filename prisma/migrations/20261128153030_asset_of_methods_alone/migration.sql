-- The keys of both columns say this too.
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_method_id_fkey";
ALTER TABLE "deposits" DROP CONSTRAINT "deposits_method_id_fkey";
