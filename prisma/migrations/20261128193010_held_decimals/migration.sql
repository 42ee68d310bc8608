-- Of a deposit without units that is held for its decimals: those by which its amount was counted.
ALTER TABLE "deposits" ADD COLUMN "held_decimals" SMALLINT;
UPDATE "deposits" SET "held_decimals" = method."decimals" FROM "payment_methods" method
  WHERE method."id" = "method_id" AND "units" IS NULL AND "status" = 1 AND "deposits"."reason" = 'Its amount is being examined';
