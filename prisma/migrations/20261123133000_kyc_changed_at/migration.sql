-- When the owner of a case sent something of it last: a draft ends so many days after that.
ALTER TABLE "kyc_cases" ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
