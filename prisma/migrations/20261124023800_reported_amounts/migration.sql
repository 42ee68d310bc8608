-- What the user had reported where another amount has arrived; null: as reported, or not reported by users.
ALTER TABLE "deposits" ADD COLUMN "reported_amount" DECIMAL(38,18);
