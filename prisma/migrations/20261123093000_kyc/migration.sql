-- Attempts of people at showing who they are. The state of an account (users.kyc_*) is the decision about the last one.
CREATE TABLE "kyc_cases" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "variant" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    -- Rises with whatever the person sends.
    "revision" INTEGER NOT NULL DEFAULT 0,
    -- Personal details and what is shown of numbers, encrypted.
    "details" BYTEA,
    "country" TEXT,
    "document_kind" TEXT,
    "pan_type" TEXT,
    "approved_parts" TEXT[] NOT NULL DEFAULT '{}',
    "resubmit" TEXT[] NOT NULL DEFAULT '{}',
    "risks" TEXT[] NOT NULL DEFAULT '{}',
    "provider_result" JSONB,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submitted_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,

    CONSTRAINT "kyc_cases_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "kyc_cases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "kyc_cases_values_check" CHECK (
      "variant" IN ('global', 'india')
      AND "status" IN ('draft', 'submitted', 'resubmission', 'approved', 'rejected', 'withdrawn')
      AND length("reason") <= 600)
);
CREATE UNIQUE INDEX "kyc_cases_open_key" ON "kyc_cases" ("user_id") WHERE "status" IN ('draft', 'submitted', 'resubmission');
CREATE INDEX "kyc_cases_user_id_id_idx" ON "kyc_cases"("user_id", "id");
CREATE INDEX "kyc_cases_status_submitted_at_idx" ON "kyc_cases"("status", "submitted_at");

-- The files of a case. The newest of a field counts; older ones stay for the record until their files are deleted.
CREATE TABLE "kyc_documents" (
    "id" BIGSERIAL NOT NULL,
    "case_id" BIGINT NOT NULL,
    "field" TEXT NOT NULL,
    "file_id" UUID,
    "is_current" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kyc_documents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "kyc_documents_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "kyc_cases"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "kyc_documents_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "kyc_documents_current_key" ON "kyc_documents" ("case_id", "field") WHERE "is_current";
CREATE INDEX "kyc_documents_file_id_idx" ON "kyc_documents"("file_id");

-- Numbers of documents as HMAC: a number that is approved is of one account.
CREATE TABLE "kyc_numbers" (
    "case_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "number_hash" BYTEA NOT NULL,
    "is_approved" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "kyc_numbers_pkey" PRIMARY KEY ("case_id", "kind"),
    CONSTRAINT "kyc_numbers_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "kyc_cases"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "kyc_numbers_number_hash_idx" ON "kyc_numbers"("number_hash");
CREATE UNIQUE INDEX "kyc_numbers_approved_key" ON "kyc_numbers" ("number_hash") WHERE "is_approved";

-- What the provider of India has sent, once each.
CREATE TABLE "kyc_provider_events" (
    "event_id" TEXT NOT NULL,
    "case_id" BIGINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kyc_provider_events_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "kyc_provider_events_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "kyc_cases"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- What the person's own sending changes of the account; the API may not write its KYC otherwise.
CREATE FUNCTION "mark_kyc_pending"("account" BIGINT) RETURNS void LANGUAGE sql SECURITY DEFINER SET "search_path" = public, pg_temp AS $$
  UPDATE "users" SET "kyc_status" = 'pending' WHERE "id" = "account" AND "kyc_status" IN ('none', 'rejected');
$$;
REVOKE EXECUTE ON FUNCTION "mark_kyc_pending"(BIGINT) FROM PUBLIC;
