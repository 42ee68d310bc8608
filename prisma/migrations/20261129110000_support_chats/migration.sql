-- The chat of a user with support is a ticket that says so, until it is opened again.
ALTER TABLE "support_tickets" ADD COLUMN "is_chat" BOOLEAN NOT NULL DEFAULT false;
