ALTER TABLE "outbox_commands" ADD COLUMN "undo" JSONB;
