-- A message that holds a code: it is not sent after this time, and its text is erased once it was sent or its time is over.
ALTER TABLE "messages" ADD COLUMN "expires_at" TIMESTAMPTZ(3);
