-- AlterTable
ALTER TABLE "users" ADD COLUMN     "operator_name" TEXT,
ADD COLUMN     "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[];
