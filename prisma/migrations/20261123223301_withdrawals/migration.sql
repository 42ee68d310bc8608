-- From which amount in 24 hours on an operator approves withdrawals, in whole units of the asset: no price has a part in it. 0: no limit
ALTER TABLE "payment_terms" ADD COLUMN "amount_review" DECIMAL(38,18) NOT NULL DEFAULT 0 CHECK ("amount_review" >= 0);
