-- When the last count from the beginning began: a user has one in ten minutes.
ALTER TABLE "tax_cursors" ADD COLUMN "counted_whole_at" TIMESTAMPTZ(3);
