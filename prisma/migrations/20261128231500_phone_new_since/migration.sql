-- From when the telephone is judged as a new one though it was verified before.
ALTER TABLE "users" ADD COLUMN "phone_new_since" TIMESTAMPTZ(3);
