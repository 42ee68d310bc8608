-- Invoices: money that a user asks of whoever has the link.
CREATE TABLE "invoices" (
    "id" BIGSERIAL NOT NULL,
    -- Names it in links: 128 random bits.
    "hash" TEXT NOT NULL,
    "owner_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- Whole units.
    "amount" DECIMAL(38,18) NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "idempotency_key" TEXT NOT NULL,
    -- An open one whose time is over is not paid any more.
    "state" TEXT NOT NULL DEFAULT 'open',
    "payer_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invoices_hash_key" UNIQUE ("hash"),
    CONSTRAINT "invoices_idempotency_key" UNIQUE ("owner_id", "idempotency_key"),
    CONSTRAINT "invoices_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "invoices_state_check" CHECK ("state" IN ('open', 'paid', 'canceled')),
    CONSTRAINT "invoices_payer_check" CHECK (("state" = 'paid') = ("payer_id" IS NOT NULL) AND "payer_id" <> "owner_id"),
    CONSTRAINT "invoices_ended_check" CHECK (("state" = 'open') = ("ended_at" IS NULL)),
    CONSTRAINT "invoices_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id"),
    CONSTRAINT "invoices_payer_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "users"("id"),
    CONSTRAINT "invoices_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);
CREATE INDEX "invoices_owner_id_idx" ON "invoices"("owner_id", "id" DESC);
CREATE INDEX "invoices_payer_id_idx" ON "invoices"("payer_id", "id" DESC) WHERE "payer_id" IS NOT NULL;
