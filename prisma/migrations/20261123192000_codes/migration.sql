-- Transfer codes: money that its maker has set aside for the one who activates the code.
CREATE TABLE "transfer_codes" (
    "id" BIGSERIAL NOT NULL,
    "maker_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    -- SHA-256 of 160 random bits, of which the last 20 are shown in lists.
    "code_hash" BYTEA NOT NULL,
    "last_characters" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    -- Who has activated it.
    "recipient_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfer_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "transfer_codes_code_hash_key" UNIQUE ("code_hash"),
    CONSTRAINT "transfer_codes_idempotency_key_key" UNIQUE ("maker_id", "idempotency_key"),
    CONSTRAINT "transfer_codes_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "transfer_codes_state_check" CHECK ("state" IN ('open', 'activated', 'deleted')),
    CONSTRAINT "transfer_codes_ended_at_check" CHECK (("state" = 'open') = ("ended_at" IS NULL)),
    CONSTRAINT "transfer_codes_recipient_id_check" CHECK (("state" = 'activated') = ("recipient_id" IS NOT NULL)),
    CONSTRAINT "transfer_codes_maker_id_fkey" FOREIGN KEY ("maker_id") REFERENCES "users"("id"),
    CONSTRAINT "transfer_codes_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id")
);
CREATE INDEX "transfer_codes_open_idx" ON "transfer_codes"("maker_id", "id") WHERE "state" = 'open';

-- What has happened to codes, for the history of each user who took part.
CREATE TABLE "transfer_code_events" (
    "id" BIGSERIAL NOT NULL,
    "code_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- 'given': activated, and the money has left its maker; 'received': activated by this user.
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "transfer_code_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "transfer_code_events_once_key" UNIQUE ("code_id", "kind"),
    CONSTRAINT "transfer_code_events_kind_check" CHECK ("kind" IN ('created', 'given', 'received', 'deleted')),
    CONSTRAINT "transfer_code_events_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "transfer_codes"("id"),
    CONSTRAINT "transfer_code_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
CREATE INDEX "transfer_code_events_user_id_idx" ON "transfer_code_events"("user_id", "id");
CREATE INDEX "transfer_code_events_asset_id_idx" ON "transfer_code_events"("user_id", "asset_id", "id");
