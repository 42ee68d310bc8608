-- Facts lie in partitions of one month, so that an old month can be detached (docs/decisions/0039-facts-by-month.md).
DROP VIEW "ledger_postings";

-- One month of every partitioned table that has a default partition: the current one, those `ahead` of it, and the months
-- of rows that the default partition has caught. Returns the names of the partitions that it has made. Takes the storage
-- parameters of the default partition. Gives up after two seconds behind a long reader: the next call makes them.
CREATE FUNCTION "make_month_partitions"("ahead" INTEGER) RETURNS SETOF TEXT LANGUAGE plpgsql
  SET "TimeZone" = 'UTC' SET "lock_timeout" = '2s' AS $$
DECLARE
  fact record;
  month date;
  partition text;
  within text;
  has_rows boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_month_partitions'));
  FOR fact IN
    SELECT parent."relname" AS name, "key"."attname" AS "column", "key"."atttypid" = 'integer'::regtype AS is_seconds,
        other."relname" AS other, coalesce('WITH (' || array_to_string(other."reloptions", ', ') || ')', '') AS storage
      FROM pg_partitioned_table
      JOIN pg_class parent ON parent."oid" = "partrelid"
      JOIN pg_class other ON other."oid" = "partdefid"
      JOIN pg_attribute "key" ON "key"."attrelid" = "partrelid" AND "key"."attnum" = "partattrs"[0]
      WHERE parent."relnamespace" = 'public'::regnamespace ORDER BY 1
  LOOP
    FOR month IN EXECUTE format(
      'SELECT (date_trunc(''month'', now()) + make_interval(months => n))::date FROM generate_series(0, $1) AS n
        UNION SELECT DISTINCT date_trunc(''month'', %s)::date FROM %I',
      CASE WHEN fact.is_seconds THEN format('to_timestamp(%I)', fact."column") ELSE quote_ident(fact."column") END,
      fact.other) USING "ahead"
    LOOP
      partition := fact.name || to_char(month, '_YYYY_MM');
      CONTINUE WHEN to_regclass('public.' || quote_ident(partition)) IS NOT NULL;
      within := format('%1$I >= %2$s AND %1$I < %3$s', fact."column", "month_bound"(month, fact.is_seconds),
        "month_bound"((month + interval '1 month')::date, fact.is_seconds));
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %s)', fact.other, within) INTO has_rows;
      -- A detached table has none of the triggers that refuse a change.
      IF has_rows THEN EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', fact.name, fact.other); END IF;
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s) %s', partition, fact.name,
        "month_bound"(month, fact.is_seconds), "month_bound"((month + interval '1 month')::date, fact.is_seconds), fact.storage);
      IF has_rows THEN
        EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %s', partition, fact.other, within);
        EXECUTE format('DELETE FROM %I WHERE %s', fact.other, within);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', fact.name, fact.other);
      END IF;
      RETURN NEXT partition;
    END LOOP;
  END LOOP;
END $$;

-- The first moment of a month as a literal: a time, or Unix seconds.
CREATE FUNCTION "month_bound"("month" DATE, "is_seconds" BOOLEAN) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN "is_seconds" THEN extract(epoch FROM "month")::bigint::text
    ELSE quote_literal(to_char("month", 'YYYY-MM-DD') || ' 00:00:00+00') END
$$;

-- Moves a table into a partitioned one of the same columns and CHECKs; keys, indexes and triggers follow below.
CREATE FUNCTION pg_temp."partition_table"("name" TEXT, "column" TEXT, "storage" TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I RENAME TO %I', "name", "name" || '_whole');
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
    "name", "name" || '_whole', "column");
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT WITH (%s)', "name" || '_other', "name", "storage");
END $$;
CREATE FUNCTION pg_temp."move_rows"("name" TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I SELECT * FROM %I', "name", "name" || '_whole');
  EXECUTE format('DROP TABLE %I', "name" || '_whole');
END $$;

-- An order is of the month in which it finished; open ones are in a partition of their own, which stays small.
UPDATE "spot_orders" SET "finished_at" = 'infinity' WHERE "finished_at" IS NULL;
ALTER TABLE "spot_orders" ALTER COLUMN "finished_at" SET NOT NULL;
SELECT pg_temp."partition_table"('spot_orders', 'finished_at', 'autovacuum_vacuum_insert_scale_factor = 0.1');
CREATE TABLE "spot_orders_open" PARTITION OF "spot_orders" FOR VALUES FROM ('infinity') TO (MAXVALUE)
  WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000);
SELECT pg_temp."partition_table"('spot_deals', 'time', 'autovacuum_vacuum_insert_scale_factor = 0.1');
SELECT pg_temp."partition_table"('perpetual_orders', 'created_at',
  'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1');
SELECT pg_temp."partition_table"('perpetual_algos', 'created_at', 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05');
SELECT pg_temp."partition_table"("name", 'time', 'autovacuum_vacuum_insert_scale_factor = 0.1') FROM unnest(ARRAY['perpetual_deals',
  'perpetual_cash_moves', 'perpetual_funding_payments', 'perpetual_liquidations', 'perpetual_deleveragings',
  'perpetual_fund_moves']) AS facts("name");
-- A leg has its entry's time. Entries stay whole: their keys say for ever what has been posted.
ALTER TABLE "ledger_legs" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "ledger_legs" DISABLE TRIGGER USER;
UPDATE "ledger_legs" leg SET "created_at" = entry."created_at" FROM "ledger_entries" entry WHERE entry."id" = leg."entry_id";
SELECT pg_temp."partition_table"('ledger_legs', 'created_at', 'autovacuum_vacuum_insert_scale_factor = 0.1');

-- Candles of days and weeks are few and stay for ever; the shorter ones go by month.
ALTER TABLE "klines" RENAME TO "klines_whole";
CREATE TABLE "klines" (LIKE "klines_whole" INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE ("interval");
CREATE TABLE "klines_long" PARTITION OF "klines" FOR VALUES FROM (86400) TO (MAXVALUE)
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);
CREATE TABLE "klines_short" PARTITION OF "klines" FOR VALUES FROM (MINVALUE) TO (86400) PARTITION BY RANGE ("open_time");
CREATE TABLE "klines_short_other" PARTITION OF "klines_short" DEFAULT
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);

SELECT pg_temp."move_rows"("name") FROM unnest(ARRAY['spot_orders', 'spot_deals', 'perpetual_orders', 'perpetual_algos',
  'perpetual_deals', 'perpetual_cash_moves', 'perpetual_funding_payments', 'perpetual_liquidations', 'perpetual_deleveragings',
  'perpetual_fund_moves', 'ledger_legs', 'klines']) AS facts("name");
SELECT "make_month_partitions"(3);

-- What happened once has its time from the journal, so these keys refuse a repeat as they did without it.
ALTER TABLE "spot_orders" ADD CONSTRAINT "spot_orders_pkey" PRIMARY KEY ("id", "finished_at");
ALTER TABLE "spot_deals" ADD CONSTRAINT "spot_deals_pkey" PRIMARY KEY ("market_id", "id", "time");
ALTER TABLE "perpetual_orders" ADD CONSTRAINT "perpetual_orders_pkey" PRIMARY KEY ("id", "created_at");
ALTER TABLE "perpetual_algos" ADD CONSTRAINT "perpetual_algos_pkey" PRIMARY KEY ("id", "created_at");
ALTER TABLE "perpetual_deals" ADD CONSTRAINT "perpetual_deals_pkey" PRIMARY KEY ("market_id", "id", "time");
ALTER TABLE "perpetual_cash_moves" ADD CONSTRAINT "perpetual_cash_moves_pkey" PRIMARY KEY ("shard_id", "seq", "index", "time");
ALTER TABLE "perpetual_funding_payments"
  ADD CONSTRAINT "perpetual_funding_payments_pkey" PRIMARY KEY ("shard_id", "seq", "index", "time");
ALTER TABLE "perpetual_liquidations" ADD CONSTRAINT "perpetual_liquidations_pkey" PRIMARY KEY ("shard_id", "seq", "index", "time");
ALTER TABLE "perpetual_deleveragings" ADD CONSTRAINT "perpetual_deleveragings_pkey" PRIMARY KEY ("shard_id", "seq", "index", "time");
ALTER TABLE "perpetual_fund_moves" ADD CONSTRAINT "perpetual_fund_moves_pkey" PRIMARY KEY ("shard_id", "seq", "index", "time");
ALTER TABLE "ledger_legs" ADD CONSTRAINT "ledger_legs_pkey" PRIMARY KEY ("entry_id", "account_id", "created_at");
ALTER TABLE "klines" ADD CONSTRAINT "klines_pkey" PRIMARY KEY ("market_id", "interval", "open_time");

CREATE INDEX "spot_orders_user_id_finished_at_id_idx" ON "spot_orders"("user_id", "finished_at" DESC, "id" DESC);
CREATE INDEX "spot_deals_buyer_id_time_idx" ON "spot_deals"("buyer_id", "time" DESC);
CREATE INDEX "spot_deals_seller_id_time_idx" ON "spot_deals"("seller_id", "time" DESC);
CREATE INDEX "perpetual_orders_user_id_id_idx" ON "perpetual_orders"("user_id", "id" DESC);
CREATE INDEX "perpetual_orders_open_idx" ON "perpetual_orders" ("user_id", "id" DESC) WHERE "state" <= 2;
CREATE INDEX "perpetual_algos_user_id_id_idx" ON "perpetual_algos"("user_id", "id" DESC);
CREATE INDEX "perpetual_algos_open_idx" ON "perpetual_algos" ("user_id", "id" DESC) WHERE "state" <= 4;
CREATE INDEX "perpetual_deals_taker_id_time_idx" ON "perpetual_deals"("taker_id", "time" DESC);
CREATE INDEX "perpetual_deals_maker_id_time_idx" ON "perpetual_deals"("maker_id", "time" DESC);
CREATE INDEX "perpetual_cash_moves_user_id_seq_idx" ON "perpetual_cash_moves"("user_id", "seq" DESC);
CREATE INDEX "perpetual_funding_payments_user_id_seq_index_idx"
  ON "perpetual_funding_payments"("user_id", "seq" DESC, "index" DESC);
CREATE INDEX "perpetual_liquidations_user_id_seq_index_idx" ON "perpetual_liquidations"("user_id", "seq" DESC, "index" DESC);
CREATE INDEX "perpetual_deleveragings_user_id_seq_idx" ON "perpetual_deleveragings"("user_id", "seq" DESC);
CREATE INDEX "ledger_legs_account_id_entry_id_idx" ON "ledger_legs"("account_id", "entry_id");

ALTER TABLE "ledger_legs"
  ADD CONSTRAINT "ledger_legs_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "ledger_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "ledger_legs_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The legs of one transaction sum to zero for each entry and asset, looked at when it commits.
CREATE OR REPLACE FUNCTION "check_entry_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced record;
BEGIN
  SELECT account."asset_id" AS asset, sum(leg."amount") AS total INTO unbalanced
    FROM "ledger_legs" leg JOIN "ledger_accounts" account ON account."id" = leg."account_id"
    WHERE leg."entry_id" = NEW."entry_id" AND leg."created_at" = NEW."created_at"
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

CREATE TRIGGER "ledger_legs_append_only" BEFORE UPDATE OR DELETE ON "ledger_legs"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "spot_deals_append_only" BEFORE UPDATE OR DELETE ON "spot_deals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
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

-- Sums over the months that were detached, written in the transaction that detaches one.
-- `source`: entry, deal, cash (as in ledger_postings), or transfer: movements of futures cash that are entries of the ledger too.
CREATE TABLE "carried_postings" (
    "source" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "shard_id" SMALLINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,

    CONSTRAINT "carried_postings_pkey" PRIMARY KEY ("source", "account", "shard_id", "user_id", "asset_id"),
    CONSTRAINT "carried_postings_source_check" CHECK ("source" IN ('entry', 'deal', 'cash', 'transfer'))
);
CREATE TABLE "carried_fills" (
    "venue" TEXT NOT NULL,
    "order_id" BIGINT NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "money" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL,
    "tds" DECIMAL(38,18) NOT NULL,
    "pnl" DECIMAL(38,18) NOT NULL,

    CONSTRAINT "carried_fills_pkey" PRIMARY KEY ("venue", "order_id"),
    CONSTRAINT "carried_fills_venue_check" CHECK ("venue" IN ('spot', 'perpetual'))
);
CREATE TABLE "carried_deals" (
    "market_id" SMALLINT NOT NULL,
    "last_id" BIGINT NOT NULL,

    CONSTRAINT "carried_deals_pkey" PRIMARY KEY ("market_id")
);

-- Every movement of money, with its time, and what detached months have moved.
CREATE VIEW "ledger_postings" AS
  SELECT 'entry:' || leg."entry_id" AS "entry", account."kind" AS "account", account."user_id", account."asset_id", leg."amount",
      account."shard_id", leg."created_at" AS "time"
    FROM "ledger_legs" leg
    JOIN "ledger_accounts" account ON account."id" = leg."account_id"
  UNION ALL
  SELECT 'deal:' || deal."market_id" || ':' || deal."id", posting."account", posting."user_id", posting."asset_id", posting."amount",
      market."shard_id", deal."time"
    FROM "spot_deals" deal
    JOIN "markets" market ON market."id" = deal."market_id"
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
  SELECT 'cash:' || move."shard_id" || ':' || move."seq" || ':' || move."index", posting."account", posting."user_id",
      (SELECT "settle_asset_id" FROM "instruments" WHERE "shard_id" = move."shard_id" ORDER BY "id" LIMIT 1),
      posting."amount", move."shard_id", move."time"
    FROM (
      SELECT "shard_id", "seq", "index", "user_id", "reason", "delta", "time" FROM "perpetual_cash_moves"
      UNION ALL
      -- The insurance fund: packages/shared/src/engine/perpetual/terms.ts, HouseUser.
      SELECT "shard_id", "seq", "index", 4294967057, "reason", "delta", "time" FROM "perpetual_fund_moves"
    ) AS move
    CROSS JOIN LATERAL (VALUES
      ('futures_perpetual', move."user_id", move."delta"),
      ('clearing_perpetual', 0, -move."delta")
    ) AS posting("account", "user_id", "amount")
    WHERE move."reason" NOT IN (1, 2)
  UNION ALL
  SELECT 'carried:' || "source", "account", "user_id", "asset_id", "amount", "shard_id", '-infinity'
    FROM "carried_postings" WHERE "source" <> 'transfer';
