-- The referral programme: who has which code, who has brought whom, and what that has earned.
CREATE TABLE "referral_codes" (
    "user_id" BIGINT NOT NULL,
    "code" TEXT NOT NULL,

    CONSTRAINT "referral_codes_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "referral_codes_code_key" UNIQUE ("code"),
    CONSTRAINT "referral_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE
);

CREATE TABLE "referrals" (
    "friend_id" BIGINT NOT NULL,
    "referrer_id" BIGINT NOT NULL,
    "signed_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- The later of the KYC approval and the first trade of crypto for crypto; fees count from then on.
    "qualified_at" TIMESTAMPTZ(3),

    CONSTRAINT "referrals_pkey" PRIMARY KEY ("friend_id"),
    CONSTRAINT "referrals_not_oneself_check" CHECK ("friend_id" <> "referrer_id"),
    CONSTRAINT "referrals_friend_id_fkey" FOREIGN KEY ("friend_id") REFERENCES "users"("id") ON DELETE CASCADE,
    CONSTRAINT "referrals_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE CASCADE
);
CREATE INDEX "referrals_referrer_id_idx" ON "referrals"("referrer_id", "friend_id");

CREATE TABLE "referral_claims" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- Before the tax that is withheld.
    "amount" DECIMAL(38,18) NOT NULL,
    "tds" DECIMAL(38,18) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "referral_claims_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "referral_claims_amount_check" CHECK ("amount" > 0 AND "tds" >= 0 AND "tds" < "amount")
);
CREATE INDEX "referral_claims_user_id_idx" ON "referral_claims"("user_id", "id");

-- What one friend's fees of one day (UTC) in one asset have earned.
CREATE TABLE "referral_accruals" (
    "id" BIGSERIAL NOT NULL,
    "referrer_id" BIGINT NOT NULL,
    "friend_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "day" DATE NOT NULL,
    "fees" DECIMAL(38,18) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_id" BIGINT,

    CONSTRAINT "referral_accruals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "referral_accruals_once_key" UNIQUE ("friend_id", "asset_id", "day"),
    CONSTRAINT "referral_accruals_amount_check" CHECK ("amount" > 0 AND "amount" <= "fees"),
    CONSTRAINT "referral_accruals_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "referral_claims"("id")
);
CREATE INDEX "referral_accruals_referrer_id_idx" ON "referral_accruals"("referrer_id", "id");
CREATE INDEX "referral_accruals_unclaimed_idx" ON "referral_accruals"("referrer_id", "expires_at") WHERE "claim_id" IS NULL;

-- Days whose fees have been counted: each once.
CREATE TABLE "referral_days" (
    "day" DATE NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "referral_days_pkey" PRIMARY KEY ("day")
);
