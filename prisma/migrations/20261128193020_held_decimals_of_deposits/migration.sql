UPDATE "deposits" SET "held_decimals" = method."decimals" FROM "payment_methods" method
  WHERE method."id" = "method_id" AND "units" IS NULL AND "status" = 1 AND "deposits"."reason" = 'Its amount is being examined';
