-- Sign-in looks for an address in small letters: an account under another one could never be entered.
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("email" = lower("email")) NOT VALID;
