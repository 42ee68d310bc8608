-- What a withdrawal needs between its request and the network, and addresses that users keep.
-- Users without KYC may withdraw it, within the limit of those who have no second factor.
ALTER TABLE "assets" ADD COLUMN "unverified_withdrawals" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "withdrawals"
    -- Until when its user may confirm it.
    ADD COLUMN "expires_at" TIMESTAMPTZ(3),
    -- SHA-256 of the 256 random bits in the link of the last mail.
    ADD COLUMN "confirmation_hash" BYTEA,
    -- The part that pays has it: from now on nobody cancels it.
    ADD COLUMN "taken_at" TIMESTAMPTZ(3);

CREATE TABLE "saved_addresses" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "method_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "memo" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- From when on API keys, and users who withdraw to saved addresses alone, may use it.
    "usable_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_addresses_address_key" UNIQUE ("user_id", "method_id", "address", "memo"),
    CONSTRAINT "saved_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "saved_addresses_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id")
);

-- Users who have ever switched it: withdrawals to saved addresses alone.
CREATE TABLE "address_allow_lists" (
    "user_id" BIGINT NOT NULL,
    -- When it ends; null while it stays on.
    "off_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "address_allow_lists_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "address_allow_lists_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
