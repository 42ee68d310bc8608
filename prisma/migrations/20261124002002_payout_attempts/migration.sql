-- How many attempts in a row have ended with the payout's problem: the waits between them grow.
ALTER TABLE "withdrawals" ADD COLUMN "payout_attempts" SMALLINT NOT NULL DEFAULT 0;
