-- The sign-up bonus of each user who has confirmed e-mail and phone: one, ever.
CREATE TABLE "sign_up_bonuses" (
    "user_id" BIGINT NOT NULL,
    -- granted, released, expired, revoked; denied: the budget was short
    "state" TEXT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "inr" DECIMAL(38,18) NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_up_bonuses_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "sign_up_bonuses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE,
    CONSTRAINT "sign_up_bonuses_state_check" CHECK ("state" IN ('granted', 'denied', 'released', 'expired', 'revoked')),
    CONSTRAINT "sign_up_bonuses_amount_check" CHECK ("amount" > 0)
);
CREATE INDEX "sign_up_bonuses_granted_idx" ON "sign_up_bonuses"("expires_at") WHERE "state" = 'granted';
