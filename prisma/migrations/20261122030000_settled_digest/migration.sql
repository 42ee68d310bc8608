-- AlterTable
ALTER TABLE "settlement_cursors" ADD COLUMN     "digest" TEXT DEFAULT '0000000000000000';

-- The digest of what was settled before is not known.
UPDATE "settlement_cursors" SET "digest" = NULL WHERE "position" <> '0-0';
