-- AlterTable
ALTER TABLE "instruments" ADD COLUMN     "stale_haircut" DECIMAL(38,18) NOT NULL DEFAULT 0.01;
