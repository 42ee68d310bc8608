ALTER TABLE "p2p_loans" VALIDATE CONSTRAINT "p2p_loans_lender_check";
