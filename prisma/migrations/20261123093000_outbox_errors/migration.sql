-- Why a command could not be sent when it was tried last.
ALTER TABLE "outbox_commands" ADD COLUMN "error" TEXT;
