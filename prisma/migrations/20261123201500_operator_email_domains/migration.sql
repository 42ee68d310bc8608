-- Of whose mailboxes alone somebody becomes an operator; empty: of any.
ALTER TABLE "deployment" ADD COLUMN "operator_email_domains" TEXT[] NOT NULL DEFAULT '{}';
