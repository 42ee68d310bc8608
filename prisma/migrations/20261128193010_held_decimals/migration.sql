-- Of a deposit without units that is held for its decimals: those by which its amount was counted.
ALTER TABLE "deposits" ADD COLUMN "held_decimals" SMALLINT;
