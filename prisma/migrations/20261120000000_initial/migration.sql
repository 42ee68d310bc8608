-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('user', 'operator');

-- CreateEnum
CREATE TYPE "UserStatus" AS ENUM ('active', 'blocked');

-- CreateEnum
CREATE TYPE "KycStatus" AS ENUM ('none', 'pending', 'approved', 'rejected');

-- CreateTable
CREATE TABLE "users" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "nickname" TEXT NOT NULL,
    "role" "UserRole" NOT NULL DEFAULT 'user',
    "status" "UserStatus" NOT NULL DEFAULT 'active',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "country" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "kyc_status" "KycStatus" NOT NULL DEFAULT 'none',
    "kyc_country" TEXT,
    "kyc_approved_at" TIMESTAMPTZ(3),
    "futures_quiz_passed_at" TIMESTAMPTZ(3),
    "custom_fee" BOOLEAN NOT NULL DEFAULT false,
    "password_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" BIGINT NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "user_id" BIGINT NOT NULL,
    "label" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "secret_encrypted" BYTEA NOT NULL,
    "scopes" TEXT[],
    "allowed_ips" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favorites" (
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "favorites_pkey" PRIMARY KEY ("user_id","market_id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" BIGSERIAL NOT NULL,
    "channel" TEXT NOT NULL DEFAULT 'mail',
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_records" (
    "id" BIGSERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_records_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "system_settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "system_settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "balance" DECIMAL(38,18) NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_legs" (
    "entry_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,

    CONSTRAINT "ledger_legs_pkey" PRIMARY KEY ("entry_id","account_id")
);

-- CreateTable
CREATE TABLE "transfers" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "from_wallet" TEXT NOT NULL,
    "to_wallet" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "reject_code" TEXT,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_commands" (
    "id" BIGSERIAL NOT NULL,
    "shard" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "command" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_commands_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assets" (
    "id" SMALLINT NOT NULL,
    "ticker" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "scale" SMALLINT NOT NULL,
    "display_scale" SMALLINT NOT NULL,
    "is_fiat" BOOLEAN NOT NULL DEFAULT false,
    "is_stable" BOOLEAN NOT NULL DEFAULT false,
    "is_top" BOOLEAN NOT NULL DEFAULT false,
    "is_erc20" BOOLEAN NOT NULL DEFAULT false,
    "is_memo" BOOLEAN NOT NULL DEFAULT false,
    "is_defi" BOOLEAN NOT NULL DEFAULT false,
    "depositable" BOOLEAN NOT NULL DEFAULT true,
    "withdrawable" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "markets" (
    "id" SMALLINT NOT NULL,
    "venue" TEXT NOT NULL DEFAULT 'spot',
    "name" TEXT NOT NULL,
    "base_asset_id" SMALLINT NOT NULL,
    "quote_asset_id" SMALLINT NOT NULL,
    "price_step" DECIMAL(38,18) NOT NULL,
    "amount_step" DECIMAL(38,18) NOT NULL,
    "amount_min" DECIMAL(38,18) NOT NULL,
    "amount_max" DECIMAL(38,18) NOT NULL,
    "total_min" DECIMAL(38,18) NOT NULL,
    "price_max" DECIMAL(38,18) NOT NULL,
    "price_band_ppm" INTEGER NOT NULL,
    "maker_fee_ppm" INTEGER NOT NULL,
    "taker_fee_ppm" INTEGER NOT NULL,
    "service_fee_ppm" INTEGER NOT NULL,
    "service_fee_buy_ppm" INTEGER NOT NULL,
    "gst_ppm" INTEGER NOT NULL,
    "tds_ppm" INTEGER NOT NULL,
    "tax" TEXT NOT NULL DEFAULT 'none',
    "status" TEXT NOT NULL DEFAULT 'open',
    "self_trade" TEXT NOT NULL DEFAULT 'cancelResting',
    "is_new" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "klines" (
    "market_id" SMALLINT NOT NULL,
    "interval" INTEGER NOT NULL,
    "open_time" INTEGER NOT NULL,
    "open" DECIMAL(38,18) NOT NULL,
    "close" DECIMAL(38,18) NOT NULL,
    "high" DECIMAL(38,18) NOT NULL,
    "low" DECIMAL(38,18) NOT NULL,
    "volume" DECIMAL(38,18) NOT NULL,
    "money" DECIMAL(38,18) NOT NULL,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "klines_pkey" PRIMARY KEY ("market_id","interval","open_time")
);

-- CreateTable
CREATE TABLE "spot_orders" (
    "id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "side" SMALLINT NOT NULL,
    "type" SMALLINT NOT NULL,
    "time_in_force" SMALLINT NOT NULL DEFAULT 0,
    "post_only" BOOLEAN NOT NULL DEFAULT false,
    "amount_is_quote" BOOLEAN NOT NULL DEFAULT false,
    "source" TEXT NOT NULL,
    "client_id" TEXT,
    "price" DECIMAL(38,18) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "remaining" DECIMAL(38,18) NOT NULL,
    "deal_stock" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "deal_money" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "deal_fee" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "deal_gst" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "deal_tds" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "fee_asset_id" SMALLINT,
    "maker_fee_ppm" INTEGER NOT NULL,
    "taker_fee_ppm" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL,
    "close_reason" SMALLINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),
    "seq" BIGINT NOT NULL,

    CONSTRAINT "spot_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spot_deals" (
    "market_id" SMALLINT NOT NULL,
    "id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(6) NOT NULL,
    "taker_side" SMALLINT NOT NULL,
    "base_asset_id" SMALLINT NOT NULL,
    "quote_asset_id" SMALLINT NOT NULL,
    "price" DECIMAL(38,18) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "gross" DECIMAL(38,18) NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "buyer_order_id" BIGINT NOT NULL,
    "buyer_fee" DECIMAL(38,18) NOT NULL,
    "buyer_gst" DECIMAL(38,18) NOT NULL,
    "buyer_tds" DECIMAL(38,18) NOT NULL,
    "buyer_fee_asset_id" SMALLINT NOT NULL,
    "buyer_net" DECIMAL(38,18) NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "seller_order_id" BIGINT NOT NULL,
    "seller_fee" DECIMAL(38,18) NOT NULL,
    "seller_gst" DECIMAL(38,18) NOT NULL,
    "seller_tds" DECIMAL(38,18) NOT NULL,
    "seller_fee_asset_id" SMALLINT NOT NULL,
    "seller_net" DECIMAL(38,18) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "spot_deals_pkey" PRIMARY KEY ("market_id","id")
);

-- CreateTable
CREATE TABLE "trade_balances" (
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "available" DECIMAL(38,18) NOT NULL,
    "frozen" DECIMAL(38,18) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "trade_balances_pkey" PRIMARY KEY ("user_id","asset_id")
);

-- CreateTable
CREATE TABLE "settlement_cursors" (
    "shard" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settlement_cursors_pkey" PRIMARY KEY ("shard")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_ended_at_idx" ON "sessions"("user_id", "ended_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_key" ON "api_keys"("key");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "messages_recipient_id_idx" ON "messages"("recipient", "id");

-- CreateIndex
CREATE INDEX "audit_records_subject_id_idx" ON "audit_records"("subject", "id");

-- CreateIndex
CREATE INDEX "ledger_accounts_user_id_idx" ON "ledger_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_kind_user_id_asset_id_key" ON "ledger_accounts"("kind", "user_id", "asset_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_idempotency_key_key" ON "ledger_entries"("idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_legs_account_id_entry_id_idx" ON "ledger_legs"("account_id", "entry_id");

-- CreateIndex
CREATE INDEX "transfers_user_id_id_idx" ON "transfers"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "transfers_user_id_idempotency_key_key" ON "transfers"("user_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_commands_key_key" ON "outbox_commands"("key");

-- CreateIndex
CREATE INDEX "outbox_commands_done_at_id_idx" ON "outbox_commands"("done_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "assets_ticker_key" ON "assets"("ticker");

-- CreateIndex
CREATE UNIQUE INDEX "markets_venue_name_key" ON "markets"("venue", "name");

-- CreateIndex
CREATE INDEX "spot_orders_user_id_id_idx" ON "spot_orders"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "spot_deals_buyer_id_time_idx" ON "spot_deals"("buyer_id", "time" DESC);

-- CreateIndex
CREATE INDEX "spot_deals_seller_id_time_idx" ON "spot_deals"("seller_id", "time" DESC);

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_legs" ADD CONSTRAINT "ledger_legs_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_legs" ADD CONSTRAINT "ledger_legs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_base_asset_id_fkey" FOREIGN KEY ("base_asset_id") REFERENCES "assets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "markets" ADD CONSTRAINT "markets_quote_asset_id_fkey" FOREIGN KEY ("quote_asset_id") REFERENCES "assets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on: what Prisma's schema cannot say. create-migration.ts leaves these alone.

-- Ids below 1001 are kept for the house and for tests by hand.
ALTER SEQUENCE "users_id_seq" START WITH 1001 RESTART WITH 1001;

-- The row that settlement locks by its old position; see apps/api/src/settlement.
INSERT INTO "settlement_cursors" ("shard", "position", "seq") VALUES ('spot', '0-0', 0);

-- Money. A wallet in Postgres is never below zero. Three kinds are the other side of somebody's wallet and may be:
-- the outside world, what transfers moved into a shard (a person may take out what trading earned), and what could
-- not be explained (which the audit reports).
ALTER TABLE "ledger_accounts"
  ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("kind" IN ('main', 'transit_spot', 'trade_spot', 'outside', 'unexplained')),
  ADD CONSTRAINT "ledger_accounts_balance_check" CHECK ("balance" >= 0 OR "kind" IN ('trade_spot', 'outside', 'unexplained'));
ALTER TABLE "trade_balances"
  ADD CONSTRAINT "trade_balances_check" CHECK ("available" >= 0 AND "frozen" >= 0);
ALTER TABLE "transfers"
  ADD CONSTRAINT "transfers_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "transfers_wallets_check" CHECK ("from_wallet" <> "to_wallet"),
  ADD CONSTRAINT "transfers_status_check" CHECK ("status" IN ('pending', 'completed', 'rejected')),
  -- The engine keeps the id as a double.
  ADD CONSTRAINT "transfers_id_check" CHECK ("id" < 9007199254740992);
-- The engine's user id is 32 bits, and its last 256 are the house's.
ALTER TABLE "users"
  ADD CONSTRAINT "users_id_check" CHECK ("id" > 0 AND "id" < 4294967040);

-- A deal is balanced by itself: base moves whole from seller to buyer, and what the buyer pays in quote is what the
-- seller receives plus fees, GST and TDS. A fee in another asset is paid beside it.
ALTER TABLE "spot_deals"
  ADD CONSTRAINT "spot_deals_gross_check" CHECK ("gross" = "price" * "amount"),
  ADD CONSTRAINT "spot_deals_amounts_check" CHECK (
    "price" > 0 AND "amount" > 0
    AND "buyer_fee" >= 0 AND "buyer_gst" >= 0 AND "buyer_tds" >= 0
    AND "seller_fee" >= 0 AND "seller_gst" >= 0 AND "seller_tds" >= 0 AND "seller_net" >= 0),
  ADD CONSTRAINT "spot_deals_buyer_check" CHECK (
    "buyer_net" = "gross" + "buyer_tds"
      + CASE WHEN "buyer_fee_asset_id" = "quote_asset_id" THEN "buyer_fee" + "buyer_gst" ELSE 0 END),
  ADD CONSTRAINT "spot_deals_seller_check" CHECK (
    "seller_net" = "gross" - "seller_tds"
      - CASE WHEN "seller_fee_asset_id" = "quote_asset_id" THEN "seller_fee" + "seller_gst" ELSE 0 END);

-- An entry's legs sum to zero for each asset, looked at when the transaction commits.
CREATE FUNCTION "check_entry_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced record;
BEGIN
  SELECT account."asset_id" AS asset, sum(leg."amount") AS total INTO unbalanced
    FROM "ledger_legs" leg JOIN "ledger_accounts" account ON account."id" = leg."account_id"
    WHERE leg."entry_id" = NEW."entry_id"
    GROUP BY account."asset_id" HAVING sum(leg."amount") <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % is off by % in asset %', NEW."entry_id", unbalanced.total, unbalanced.asset
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "ledger_legs_balanced" AFTER INSERT ON "ledger_legs"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_entry_balanced"();

-- The past does not change: a mistake is put right by another entry.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "ledger_legs_append_only" BEFORE UPDATE OR DELETE ON "ledger_legs"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "spot_deals_append_only" BEFORE UPDATE OR DELETE ON "spot_deals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Every movement of money there is: an entry, the account it touched, how much. Sums to zero for each entry and asset.
-- House accounts carry the engine's user ids (packages/shared/src/engine/events.ts, HouseUser).
CREATE VIEW "ledger_postings" AS
  SELECT 'entry:' || entry."id" AS "entry", account."kind" AS "account", account."user_id", account."asset_id", leg."amount"
    FROM "ledger_legs" leg
    JOIN "ledger_entries" entry ON entry."id" = leg."entry_id"
    JOIN "ledger_accounts" account ON account."id" = leg."account_id"
  UNION ALL
  SELECT 'deal:' || deal."market_id" || ':' || deal."id", posting."account", posting."user_id", posting."asset_id", posting."amount"
    FROM "spot_deals" deal
    CROSS JOIN LATERAL (VALUES
      ('trade_spot', deal."buyer_id", deal."base_asset_id", deal."amount"),
      ('trade_spot', deal."seller_id", deal."base_asset_id", -deal."amount"),
      ('trade_spot', deal."buyer_id", deal."quote_asset_id", -deal."buyer_net"),
      ('trade_spot', deal."seller_id", deal."quote_asset_id", deal."seller_net"),
      -- Fees and GST in the service token are paid beside the quote.
      ('trade_spot', deal."buyer_id", deal."buyer_fee_asset_id",
        CASE WHEN deal."buyer_fee_asset_id" = deal."quote_asset_id" THEN 0 ELSE -(deal."buyer_fee" + deal."buyer_gst") END),
      ('trade_spot', deal."seller_id", deal."seller_fee_asset_id",
        CASE WHEN deal."seller_fee_asset_id" = deal."quote_asset_id" THEN 0 ELSE -(deal."seller_fee" + deal."seller_gst") END),
      ('house_fees', 4294967041, deal."buyer_fee_asset_id", deal."buyer_fee"),
      ('house_fees', 4294967041, deal."seller_fee_asset_id", deal."seller_fee"),
      ('house_gst', 4294967042, deal."buyer_fee_asset_id", deal."buyer_gst"),
      ('house_gst', 4294967042, deal."seller_fee_asset_id", deal."seller_gst"),
      ('house_tds', 4294967043, deal."quote_asset_id", deal."buyer_tds" + deal."seller_tds")
    ) AS posting("account", "user_id", "asset_id", "amount")
    WHERE posting."amount" <> 0;

-- The newest command of each subject ('user:1001', 'market:7'): what settlement compares a settings event with.
CREATE INDEX "outbox_commands_subject_idx" ON "outbox_commands"
  ((split_part("key", ':', 1) || ':' || split_part("key", ':', 2)), "id" DESC);
-- What the relay looks for, whatever has piled up as done.
CREATE INDEX "outbox_commands_waiting_idx" ON "outbox_commands" ("id") WHERE "done_at" IS NULL;
CREATE INDEX "messages_waiting_idx" ON "messages" ("id") WHERE "sent_at" IS NULL;
CREATE INDEX "transfers_waiting_idx" ON "transfers" ("id") WHERE "status" = 'pending';
-- Open orders, for the live view's start and for a person's list.
CREATE INDEX "spot_orders_open_idx" ON "spot_orders" ("user_id", "id" DESC) WHERE "status" <= 2;

-- Rows that are written over and over keep room beside them, so that the new version needs no index entry, and are
-- cleaned by number of changes instead of by share of the table.
ALTER TABLE "settlement_cursors" SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
ALTER TABLE "trade_balances" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "klines" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "ledger_accounts" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "outbox_commands" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
ALTER TABLE "spot_orders" SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);
ALTER TABLE "spot_deals" SET (autovacuum_vacuum_insert_scale_factor = 0.1);
