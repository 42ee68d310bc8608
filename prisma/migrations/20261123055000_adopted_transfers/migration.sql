-- AlterTable
ALTER TABLE "transfers" ADD COLUMN "adopted" BOOLEAN NOT NULL DEFAULT false;
