-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "auth_time" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "methods" TEXT[];

UPDATE "sessions" SET "auth_time" = "created_at", "methods" = ARRAY['pwd'];
