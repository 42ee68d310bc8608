-- Files that users asked for: statements and histories. See docs/decisions/0131.
CREATE TABLE "exports" (
    "id" UUID NOT NULL,
    "user_id" BIGINT NOT NULL,
    -- As modules declare them ('statements.transactions').
    "kind" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "format" TEXT NOT NULL,
    -- What writes it. The row of a job goes when it is old.
    "job_id" BIGINT,
    -- Null while it is not written yet.
    "outcome" TEXT,
    -- Why there is no file: 'too_many_rows', 'failed'.
    "reason" TEXT,
    "rows" INTEGER NOT NULL DEFAULT 0,
    -- Bytes of the file as it is downloaded.
    "size" BIGINT NOT NULL DEFAULT 0,
    "pieces" INTEGER NOT NULL DEFAULT 0,
    -- The worker encrypts with the first (X25519); the second, under a key of the configuration, is of the API alone.
    "public_key" BYTEA NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "finished_at" TIMESTAMPTZ(3),
    -- From then on there is no file.
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "exports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "exports_format_check" CHECK ("format" IN ('csv', 'pdf')),
    CONSTRAINT "exports_outcome_check" CHECK ("outcome" IN ('ready', 'failed'))
);
CREATE INDEX "exports_user_id_created_at_idx" ON "exports"("user_id", "created_at");
CREATE INDEX "exports_expires_at_idx" ON "exports"("expires_at");

-- A file in pieces, each encrypted (JWE), in the order of their numbers from 0.
CREATE TABLE "export_pieces" (
    "export_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "export_pieces_pkey" PRIMARY KEY ("export_id", "number"),
    CONSTRAINT "export_pieces_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "exports"("id") ON DELETE CASCADE
);
-- What is encrypted cannot be compressed.
ALTER TABLE "export_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;
