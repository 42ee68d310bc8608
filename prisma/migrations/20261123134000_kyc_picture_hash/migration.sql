-- HMAC of what is stored: the same picture sent for two documents is found without opening it. Null: sent to an earlier release.
ALTER TABLE "kyc_documents" ADD COLUMN "picture_hash" BYTEA;
