-- AlterTable
ALTER TABLE "index_sources" DROP COLUMN "url",
ADD COLUMN     "config" JSONB NOT NULL DEFAULT '{}';
