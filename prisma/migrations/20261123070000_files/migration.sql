-- What people upload, encrypted. A row has its content, so that a file and what refers to it are written in one transaction, and a
-- backup of the database has both.
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    -- Who sent it; null for a visitor.
    "user_id" BIGINT,
    -- kyc, support ...
    "purpose" TEXT NOT NULL,
    -- As found in the content, never as the sender called it.
    "media_type" TEXT NOT NULL,
    -- As the sender named it, in plain text.
    "name" TEXT NOT NULL,
    -- Of the content before its encryption.
    "size" INTEGER NOT NULL,
    -- The file's own key under a key of the configuration.
    "sealed_key" BYTEA NOT NULL,
    -- Nonce, tag and ciphertext.
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The worker deletes it from then on; null: kept until its owner gives a time.
    "delete_after" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "files_bounded_check" CHECK (
      "size" BETWEEN 1 AND 16777216 AND length("name") <= 100 AND length("purpose") <= 32 AND length("media_type") <= 64)
);
-- Ciphertext does not compress.
ALTER TABLE "files" ALTER COLUMN "content" SET STORAGE EXTERNAL;
CREATE INDEX "files_delete_after_idx" ON "files"("delete_after");
CREATE INDEX "files_user_id_idx" ON "files"("user_id");
CREATE TRIGGER "files_unchanged" BEFORE UPDATE OF "purpose", "media_type", "name", "size", "content" ON "files"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Keys that must outlive a change of the configuration's, each under one of those: of the HMAC of documents' numbers ...
CREATE TABLE "data_keys" (
    "name" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("name")
);
