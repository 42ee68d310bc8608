-- AlterTable
ALTER TABLE "messages" ADD COLUMN "error" TEXT,
ADD COLUMN "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "notices" ADD COLUMN "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Messages that an earlier release has given up stay so until an operator repeats them.
UPDATE "messages" SET "next_attempt_at" = NULL WHERE "sent_at" IS NULL AND "attempts" >= 12;
-- Jobs that gave way to a newer one of their key had no end, and were never deleted.
UPDATE "jobs" SET "finished_at" = now() WHERE "state" = 'cancelled' AND "finished_at" IS NULL;
