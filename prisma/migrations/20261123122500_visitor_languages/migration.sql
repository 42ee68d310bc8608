-- In which language somebody without an account is written to: that of the request.
ALTER TABLE "support_forms" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';
ALTER TABLE "opening_watches" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';
