ALTER TABLE "users" VALIDATE CONSTRAINT "users_operator_check";
