-- CreateTable
CREATE TABLE "instruments" (
    "id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "base_asset_id" SMALLINT NOT NULL,
    "settle_asset_id" SMALLINT NOT NULL,
    "contract_value" DECIMAL(38,18) NOT NULL,
    "lot_size" DECIMAL(38,18) NOT NULL,
    "min_size" DECIMAL(38,18) NOT NULL,
    "tick_size" DECIMAL(38,18) NOT NULL,
    "max_limit_size" DECIMAL(38,18) NOT NULL,
    "max_market_size" DECIMAL(38,18) NOT NULL,
    "price_max" DECIMAL(38,18) NOT NULL,
    "maker_fee" DECIMAL(38,18) NOT NULL,
    "taker_fee" DECIMAL(38,18) NOT NULL,
    "band_x" DECIMAL(38,18) NOT NULL,
    "band_y" DECIMAL(38,18) NOT NULL,
    "band_z" DECIMAL(38,18) NOT NULL,
    "funding_cap" DECIMAL(38,18) NOT NULL,
    "funding_interest" DECIMAL(38,18) NOT NULL,
    "funding_damper" DECIMAL(38,18) NOT NULL,
    "funding_interval_ms" INTEGER NOT NULL,
    "impact_notional" DECIMAL(38,18) NOT NULL,
    "orders_max" INTEGER NOT NULL,
    "algos_max" INTEGER NOT NULL,
    "tiers" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "instruments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "index_sources" (
    "instrument_id" SMALLINT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "weight" DECIMAL(38,18) NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "index_sources_pkey" PRIMARY KEY ("instrument_id","id")
);

-- CreateTable
CREATE TABLE "instrument_favorites" (
    "user_id" BIGINT NOT NULL,
    "instrument_id" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instrument_favorites_pkey" PRIMARY KEY ("user_id","instrument_id")
);

-- CreateTable
CREATE TABLE "perpetual_orders" (
    "id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "algo_id" BIGINT,
    "attached_algo_id" BIGINT,
    "mode" SMALLINT NOT NULL,
    "side" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "type" SMALLINT NOT NULL,
    "state" SMALLINT NOT NULL,
    "reason" SMALLINT NOT NULL,
    "is_resting" BOOLEAN NOT NULL,
    "leverage" SMALLINT NOT NULL,
    "price" DECIMAL(38,18) NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "filled_size" DECIMAL(38,18) NOT NULL,
    "filled_notional" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL,
    "pnl" DECIMAL(38,18) NOT NULL,
    "freeze" DECIMAL(38,18) NOT NULL,
    "last_price" DECIMAL(38,18) NOT NULL,
    "tp_trigger_price" DECIMAL(38,18) NOT NULL,
    "tp_order_price" DECIMAL(38,18) NOT NULL,
    "tp_trigger_by" SMALLINT NOT NULL,
    "sl_trigger_price" DECIMAL(38,18) NOT NULL,
    "sl_order_price" DECIMAL(38,18) NOT NULL,
    "sl_trigger_by" SMALLINT NOT NULL,
    "client_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "perpetual_algos" (
    "id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "parent_order_id" BIGINT,
    "child_order_id" BIGINT,
    "mode" SMALLINT NOT NULL,
    "side" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "type" SMALLINT NOT NULL,
    "state" SMALLINT NOT NULL,
    "reason" SMALLINT NOT NULL,
    "fail_code" SMALLINT NOT NULL,
    "actual_side" SMALLINT NOT NULL,
    "leverage" SMALLINT NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "actual_size" DECIMAL(38,18) NOT NULL,
    "actual_notional" DECIMAL(38,18) NOT NULL,
    "fired_price" DECIMAL(38,18) NOT NULL,
    "trigger_price" DECIMAL(38,18) NOT NULL,
    "trigger_order_price" DECIMAL(38,18) NOT NULL,
    "trigger_by" SMALLINT NOT NULL,
    "triggers_up" BOOLEAN NOT NULL,
    "tp_trigger_price" DECIMAL(38,18) NOT NULL,
    "tp_order_price" DECIMAL(38,18) NOT NULL,
    "tp_trigger_by" SMALLINT NOT NULL,
    "sl_trigger_price" DECIMAL(38,18) NOT NULL,
    "sl_order_price" DECIMAL(38,18) NOT NULL,
    "sl_trigger_by" SMALLINT NOT NULL,
    "client_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_algos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "perpetual_deals" (
    "market_id" SMALLINT NOT NULL,
    "id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "kind" SMALLINT NOT NULL,
    "taker_side" SMALLINT NOT NULL,
    "price" DECIMAL(38,18) NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "notional" DECIMAL(38,18) NOT NULL,
    "taker_id" BIGINT NOT NULL,
    "taker_order_id" BIGINT,
    "taker_position_id" BIGINT,
    "taker_fee" DECIMAL(38,18) NOT NULL,
    "taker_pnl" DECIMAL(38,18) NOT NULL,
    "maker_id" BIGINT NOT NULL,
    "maker_order_id" BIGINT,
    "maker_position_id" BIGINT,
    "maker_fee" DECIMAL(38,18) NOT NULL,
    "maker_pnl" DECIMAL(38,18) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_deals_pkey" PRIMARY KEY ("market_id","id")
);

-- CreateTable
CREATE TABLE "perpetual_positions" (
    "id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "mode" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "code" SMALLINT NOT NULL,
    "is_liquidating" BOOLEAN NOT NULL,
    "adl_light" SMALLINT NOT NULL,
    "leverage" SMALLINT NOT NULL,
    "version" BIGINT NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "cost" DECIMAL(38,18) NOT NULL,
    "margin" DECIMAL(38,18) NOT NULL,
    "realised" DECIMAL(38,18) NOT NULL,
    "pnl" DECIMAL(38,18) NOT NULL,
    "fees" DECIMAL(38,18) NOT NULL,
    "funding" DECIMAL(38,18) NOT NULL,
    "liquidation_loss" DECIMAL(38,18) NOT NULL,
    "opened_size" DECIMAL(38,18) NOT NULL,
    "opened_notional" DECIMAL(38,18) NOT NULL,
    "closed_size" DECIMAL(38,18) NOT NULL,
    "closed_notional" DECIMAL(38,18) NOT NULL,
    "max_size" DECIMAL(38,18) NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_positions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "perpetual_accounts" (
    "user_id" BIGINT NOT NULL,
    "cash" DECIMAL(38,18) NOT NULL,
    "cross_freeze" DECIMAL(38,18) NOT NULL,
    "isolated_freeze" DECIMAL(38,18) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "perpetual_leverages" (
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "mode" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "leverage" SMALLINT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_leverages_pkey" PRIMARY KEY ("user_id","market_id","mode","position")
);

-- CreateTable
CREATE TABLE "perpetual_cash_moves" (
    "seq" BIGINT NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "reason" SMALLINT NOT NULL,
    "delta" DECIMAL(38,18) NOT NULL,
    "after" DECIMAL(38,18) NOT NULL,
    "position_id" BIGINT,
    "reference" BIGINT,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "perpetual_cash_moves_pkey" PRIMARY KEY ("seq","index")
);

-- CreateTable
CREATE TABLE "perpetual_funding_rates" (
    "market_id" SMALLINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "rate" DECIMAL(38,18) NOT NULL,
    "mark_price" DECIMAL(38,18) NOT NULL,
    "paid" DECIMAL(38,18) NOT NULL,
    "received" DECIMAL(38,18) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_funding_rates_pkey" PRIMARY KEY ("market_id","time")
);

-- CreateTable
CREATE TABLE "perpetual_funding_payments" (
    "seq" BIGINT NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "position_id" BIGINT NOT NULL,
    "rate" DECIMAL(38,18) NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "notional" DECIMAL(38,18) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "perpetual_funding_payments_pkey" PRIMARY KEY ("seq","index")
);

-- CreateTable
CREATE TABLE "perpetual_liquidations" (
    "seq" BIGINT NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "stage" SMALLINT NOT NULL,
    "mode" SMALLINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "position_id" BIGINT,
    "mark_price" DECIMAL(38,18) NOT NULL,
    "index_price" DECIMAL(38,18) NOT NULL,
    "ratio" DECIMAL(38,18) NOT NULL,
    "bankruptcy_price" DECIMAL(38,18) NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "pnl" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL,
    "fund_delta" DECIMAL(38,18) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "perpetual_liquidations_pkey" PRIMARY KEY ("seq","index")
);

-- CreateTable
CREATE TABLE "perpetual_deleveragings" (
    "seq" BIGINT NOT NULL,
    "index" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "lot_id" BIGINT NOT NULL,
    "position_id" BIGINT NOT NULL,
    "price" DECIMAL(38,18) NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "pnl" DECIMAL(38,18) NOT NULL,
    "rank" INTEGER NOT NULL,
    "score" DECIMAL(38,18) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "perpetual_deleveragings_pkey" PRIMARY KEY ("seq","index")
);

-- CreateTable
CREATE TABLE "perpetual_fund_moves" (
    "seq" BIGINT NOT NULL,
    "index" INTEGER NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "reason" SMALLINT NOT NULL,
    "delta" DECIMAL(38,18) NOT NULL,
    "after" DECIMAL(38,18) NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "perpetual_fund_moves_pkey" PRIMARY KEY ("seq","index")
);

-- CreateTable
CREATE TABLE "perpetual_fund_lots" (
    "market_id" SMALLINT NOT NULL,
    "id" BIGINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "size" DECIMAL(38,18) NOT NULL,
    "cost" DECIMAL(38,18) NOT NULL,
    "bankruptcy_price" DECIMAL(38,18) NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_fund_lots_pkey" PRIMARY KEY ("market_id","id")
);

-- CreateTable
CREATE TABLE "perpetual_market_state" (
    "market_id" SMALLINT NOT NULL,
    "state" SMALLINT NOT NULL DEFAULT 0,
    "index_price" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "mark_price" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "max_buy_price" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "min_sell_price" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "open_interest" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "is_locked" BOOLEAN NOT NULL DEFAULT false,
    "funding_rate" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "funding_time" TIMESTAMPTZ(3),
    "next_rate" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "next_time" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "perpetual_market_state_pkey" PRIMARY KEY ("market_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "instruments_name_key" ON "instruments"("name");

-- CreateIndex
CREATE INDEX "perpetual_orders_user_id_id_idx" ON "perpetual_orders"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "perpetual_algos_user_id_id_idx" ON "perpetual_algos"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "perpetual_deals_taker_id_time_idx" ON "perpetual_deals"("taker_id", "time" DESC);

-- CreateIndex
CREATE INDEX "perpetual_deals_maker_id_time_idx" ON "perpetual_deals"("maker_id", "time" DESC);

-- CreateIndex
CREATE INDEX "perpetual_positions_user_id_id_idx" ON "perpetual_positions"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "perpetual_cash_moves_user_id_seq_idx" ON "perpetual_cash_moves"("user_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "perpetual_funding_payments_user_id_seq_index_idx" ON "perpetual_funding_payments"("user_id", "seq" DESC, "index" DESC);

-- CreateIndex
CREATE INDEX "perpetual_liquidations_user_id_seq_index_idx" ON "perpetual_liquidations"("user_id", "seq" DESC, "index" DESC);

-- CreateIndex
CREATE INDEX "perpetual_deleveragings_user_id_seq_idx" ON "perpetual_deleveragings"("user_id", "seq" DESC);

-- AddForeignKey
ALTER TABLE "instruments" ADD CONSTRAINT "instruments_base_asset_id_fkey" FOREIGN KEY ("base_asset_id") REFERENCES "assets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instruments" ADD CONSTRAINT "instruments_settle_asset_id_fkey" FOREIGN KEY ("settle_asset_id") REFERENCES "assets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "index_sources" ADD CONSTRAINT "index_sources_instrument_id_fkey" FOREIGN KEY ("instrument_id") REFERENCES "instruments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instrument_favorites" ADD CONSTRAINT "instrument_favorites_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "instrument_favorites" ADD CONSTRAINT "instrument_favorites_instrument_id_fkey" FOREIGN KEY ("instrument_id") REFERENCES "instruments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand from here on: what Prisma's schema cannot say. create-migration.ts leaves these alone.

INSERT INTO "settlement_cursors" ("shard", "position", "seq") VALUES ('perpetual', '0-0', 0);

-- Ids are unique across venues: spot markets below, perpetuals from 1001 on. Klines and the engine's streams hold both.
ALTER TABLE "instruments"
  ADD CONSTRAINT "instruments_id_check" CHECK ("id" > 1000),
  ADD CONSTRAINT "instruments_status_check" CHECK ("status" IN ('open', 'closeOnly', 'halted'));
ALTER TABLE "markets"
  ADD CONSTRAINT "markets_id_check" CHECK ("id" BETWEEN 1 AND 1000);
ALTER TABLE "index_sources"
  ADD CONSTRAINT "index_sources_kind_check" CHECK ("kind" IN ('own_spot', 'feed', 'simulator')),
  ADD CONSTRAINT "index_sources_weight_check" CHECK ("weight" > 0);

-- Money on its way into the perpetual shard, and what transfers moved into it (as trade_spot: the other side of wallets
-- that the engine owns, so it may be below zero).
ALTER TABLE "ledger_accounts"
  DROP CONSTRAINT "ledger_accounts_kind_check",
  DROP CONSTRAINT "ledger_accounts_balance_check",
  ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("kind" IN
    ('main', 'transit_spot', 'transit_perpetual', 'trade_spot', 'futures_perpetual', 'outside', 'unexplained')),
  ADD CONSTRAINT "ledger_accounts_balance_check" CHECK
    ("balance" >= 0 OR "kind" IN ('trade_spot', 'futures_perpetual', 'outside', 'unexplained'));
ALTER TABLE "transfers"
  ADD CONSTRAINT "transfers_wallet_names_check" CHECK
    ("from_wallet" IN ('main', 'trade', 'futures') AND "to_wallet" IN ('main', 'trade', 'futures'));

-- The insurance fund is topped up by ordinary transfers, so the house's fund may stand among the users.
ALTER TABLE "users"
  DROP CONSTRAINT "users_id_check",
  ADD CONSTRAINT "users_id_check" CHECK ("id" > 0 AND ("id" < 4294967040 OR "id" = 4294967057));

-- A transfer between two shards is a command to each: the key says which.
UPDATE "outbox_commands" SET "key" = "key" || ':' || "shard" WHERE "key" LIKE 'transfer:%';

-- A position without size has neither cost nor margin, and nobody freezes less than nothing.
ALTER TABLE "perpetual_positions"
  ADD CONSTRAINT "perpetual_positions_figures_check" CHECK ("size" >= 0 AND "cost" >= 0 AND "margin" >= 0),
  ADD CONSTRAINT "perpetual_positions_closed_check" CHECK ("size" > 0 OR ("cost" = 0 AND "margin" = 0));
ALTER TABLE "perpetual_accounts"
  ADD CONSTRAINT "perpetual_accounts_freeze_check" CHECK ("cross_freeze" >= 0 AND "isolated_freeze" >= 0),
  -- The insurance fund owes nobody.
  ADD CONSTRAINT "perpetual_accounts_fund_check" CHECK ("user_id" <> 4294967057 OR "cash" >= 0);
ALTER TABLE "perpetual_fund_lots"
  ADD CONSTRAINT "perpetual_fund_lots_figures_check" CHECK ("size" >= 0 AND "cost" >= 0 AND ("size" > 0 OR "cost" = 0));
ALTER TABLE "perpetual_orders"
  ADD CONSTRAINT "perpetual_orders_filled_check" CHECK ("filled_size" BETWEEN 0 AND "size");
ALTER TABLE "perpetual_deals"
  ADD CONSTRAINT "perpetual_deals_figures_check" CHECK ("price" > 0 AND "size" > 0 AND "notional" = "price" * "amount");

CREATE TRIGGER "perpetual_deals_append_only" BEFORE UPDATE OR DELETE ON "perpetual_deals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "perpetual_cash_moves_append_only" BEFORE UPDATE OR DELETE ON "perpetual_cash_moves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "perpetual_fund_moves_append_only" BEFORE UPDATE OR DELETE ON "perpetual_fund_moves"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "perpetual_funding_payments_append_only" BEFORE UPDATE OR DELETE ON "perpetual_funding_payments"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "perpetual_liquidations_append_only" BEFORE UPDATE OR DELETE ON "perpetual_liquidations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "perpetual_deleveragings_append_only" BEFORE UPDATE OR DELETE ON "perpetual_deleveragings"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- What an API process begins with, and what a person's screen asks for.
CREATE INDEX "perpetual_orders_open_idx" ON "perpetual_orders" ("user_id", "id" DESC) WHERE "state" <= 2;
CREATE INDEX "perpetual_algos_open_idx" ON "perpetual_algos" ("user_id", "id" DESC) WHERE "state" <= 4;
CREATE INDEX "perpetual_positions_open_idx" ON "perpetual_positions" ("user_id", "id" DESC) WHERE "size" > 0;
CREATE INDEX "perpetual_positions_closed_idx" ON "perpetual_positions" ("user_id", "updated_at" DESC) WHERE "size" = 0;
CREATE INDEX "perpetual_fund_lots_open_idx" ON "perpetual_fund_lots" ("market_id", "id") WHERE "size" > 0;

-- Rows that are written over and over.
ALTER TABLE "perpetual_orders" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1);
ALTER TABLE "perpetual_algos" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "perpetual_positions" SET (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "perpetual_accounts" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "perpetual_market_state" SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- Cash of the perpetual shard moves between a wallet and clearing: the margin of isolated positions and the cost of open
-- ones stand there, so at every settled position clearing holds exactly those (perpetuals: B + M - open cost = money in).
-- Transfers are ledger entries already.
CREATE OR REPLACE VIEW "ledger_postings" AS
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
    WHERE posting."amount" <> 0
  UNION ALL
  SELECT 'cash:' || move."seq" || ':' || move."index", posting."account", posting."user_id",
      (SELECT "settle_asset_id" FROM "instruments" ORDER BY "id" LIMIT 1), posting."amount"
    FROM (
      SELECT "seq", "index", "user_id", "reason", "delta" FROM "perpetual_cash_moves"
      UNION ALL
      -- The insurance fund: packages/shared/src/engine/perpetual/terms.ts, HouseUser.
      SELECT "seq", "index", 4294967057, "reason", "delta" FROM "perpetual_fund_moves"
    ) AS move
    CROSS JOIN LATERAL (VALUES
      ('futures_perpetual', move."user_id", move."delta"),
      ('clearing_perpetual', 0, -move."delta")
    ) AS posting("account", "user_id", "amount")
    WHERE move."reason" NOT IN (1, 2);
