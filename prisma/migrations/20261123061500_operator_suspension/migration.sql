ALTER TABLE "users" ADD COLUMN "suspended_until" TIMESTAMPTZ(3), ADD COLUMN "suspended_by" TEXT;
