-- Cases that a provider of identity checks is asked about: written when a case is submitted, deleted when it has answered or the case is over.
CREATE TABLE "kyc_hand_overs" (
    "case_id" BIGINT NOT NULL,
    -- Names the case as it was submitted; the provider checks once for it.
    "token" TEXT NOT NULL,
    -- What the provider compares, encrypted under the secret that it shares.
    "sealed" BYTEA NOT NULL,
    -- When the provider is asked next.
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    -- When it has said first that it has the case.
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "kyc_hand_overs_pkey" PRIMARY KEY ("case_id"),
    CONSTRAINT "kyc_hand_overs_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "kyc_cases"("id")
);
CREATE INDEX "kyc_hand_overs_next_at_idx" ON "kyc_hand_overs"("next_at");
