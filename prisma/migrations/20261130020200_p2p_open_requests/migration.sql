-- Open requests are of no offer, and have no lender until one accepts.
ALTER TABLE "p2p_loans" ALTER COLUMN "offer_id" DROP NOT NULL;
ALTER TABLE "p2p_loans" ALTER COLUMN "lender_id" DROP NOT NULL;
ALTER TABLE "p2p_loans" ADD CONSTRAINT "p2p_loans_lender_check"
    CHECK ("lender_id" IS NOT NULL OR ("offer_id" IS NULL AND "started_at" IS NULL)) NOT VALID;
