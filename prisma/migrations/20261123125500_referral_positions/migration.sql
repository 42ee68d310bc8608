-- How far a friend's trades were searched for the first one of crypto for crypto, and when that was: no trade is looked at twice.
ALTER TABLE "referrals" ADD COLUMN "searched_until" DATE, ADD COLUMN "first_trade_at" TIMESTAMPTZ(3);
