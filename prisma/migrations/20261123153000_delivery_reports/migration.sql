-- What the provider of mails or text messages says became of a message that it has taken. In order: a report replaces those before it.
CREATE TYPE "MessageOutcome" AS ENUM ('delivered', 'bounced', 'complained');
ALTER TABLE "messages" ADD COLUMN "outcome" "MessageOutcome";
ALTER TABLE "messages" ADD COLUMN "outcome_reason" TEXT;
ALTER TABLE "messages" ADD COLUMN "outcome_at" TIMESTAMPTZ(3);
