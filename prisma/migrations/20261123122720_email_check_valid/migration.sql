ALTER TABLE "users" VALIDATE CONSTRAINT "users_email_check";
