-- AlterTable
ALTER TABLE "messages" ADD COLUMN "claimed_until" TIMESTAMPTZ(3);
