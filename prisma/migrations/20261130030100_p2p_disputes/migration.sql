-- Disputes about loans, with what both sides say and show.
CREATE TABLE "p2p_disputes" (
    "id" BIGSERIAL NOT NULL,
    "loan_id" BIGINT NOT NULL,
    "opened_by" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    -- By how many days each side agrees to extend the loan; null: not at all.
    "lender_days" SMALLINT,
    "borrower_days" SMALLINT,
    -- What operators have decided; it is carried out with "decided_at". A sale waits for a price and a market.
    "decision" JSONB,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "p2p_disputes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_disputes_reason_check" CHECK ("reason" IN ('interest', 'price', 'pledge', 'unauthorised', 'other')),
    CONSTRAINT "p2p_disputes_decided_check" CHECK (("decision" IS NULL) = ("decided_by" IS NULL) AND ("decided_at" IS NULL OR "decision" IS NOT NULL)),
    CONSTRAINT "p2p_disputes_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "p2p_loans"("id"),
    CONSTRAINT "p2p_disputes_opened_by_fkey" FOREIGN KEY ("opened_by") REFERENCES "users"("id")
);
-- One at a time.
CREATE UNIQUE INDEX "p2p_disputes_open_idx" ON "p2p_disputes"("loan_id") WHERE "decided_at" IS NULL;
CREATE INDEX "p2p_disputes_loan_id_idx" ON "p2p_disputes"("loan_id", "id");

CREATE TABLE "p2p_evidence" (
    "id" BIGSERIAL NOT NULL,
    "dispute_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "p2p_evidence_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_evidence_dispute_id_fkey" FOREIGN KEY ("dispute_id") REFERENCES "p2p_disputes"("id"),
    CONSTRAINT "p2p_evidence_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "p2p_evidence_dispute_id_idx" ON "p2p_evidence"("dispute_id", "id");

-- The contents are rows of "files".
CREATE TABLE "p2p_evidence_files" (
    "file_id" UUID NOT NULL,
    "evidence_id" BIGINT NOT NULL,
    -- The order in which they were attached.
    "position" INTEGER NOT NULL,

    CONSTRAINT "p2p_evidence_files_pkey" PRIMARY KEY ("file_id"),
    -- A file whose time is over takes its place here with it.
    CONSTRAINT "p2p_evidence_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE,
    CONSTRAINT "p2p_evidence_files_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "p2p_evidence"("id")
);
CREATE INDEX "p2p_evidence_files_evidence_id_idx" ON "p2p_evidence_files"("evidence_id");
