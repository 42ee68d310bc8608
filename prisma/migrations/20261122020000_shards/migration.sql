-- Shards are rows: their ids stand in every key that a second shard of a kind would repeat.
CREATE TABLE "shards" (
    "id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "shards_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shards_id_check" CHECK ("id" BETWEEN 1 AND 255),
    CONSTRAINT "shards_kind_check" CHECK ("kind" IN ('spot', 'perpetual'))
);
CREATE UNIQUE INDEX "shards_name_key" ON "shards"("name");
INSERT INTO "shards" ("id", "name", "kind") VALUES (1, 'spot', 'spot'), (2, 'perpetual', 'perpetual');

-- The chart of accounts: which kinds of account there are, of the house (shard 0) and of each shard, and which may be
-- below zero. A new shard adds rows (apps/api/src/platform/register-shards.ts).
CREATE TABLE "ledger_account_kinds" (
    "kind" TEXT NOT NULL,
    "shard_id" SMALLINT NOT NULL,
    "may_be_negative" BOOLEAN NOT NULL,

    CONSTRAINT "ledger_account_kinds_pkey" PRIMARY KEY ("kind", "shard_id", "may_be_negative")
);
INSERT INTO "ledger_account_kinds" ("kind", "shard_id", "may_be_negative") VALUES
  ('main', 0, false), ('outside', 0, true), ('unexplained', 0, true),
  ('transit_spot', 1, false), ('trade_spot', 1, true),
  ('transit_perpetual', 2, false), ('futures_perpetual', 2, true);

ALTER TABLE "ledger_accounts"
  ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "may_be_negative" BOOLEAN NOT NULL DEFAULT false;
UPDATE "ledger_accounts" account SET "shard_id" = chart."shard_id", "may_be_negative" = chart."may_be_negative"
  FROM "ledger_account_kinds" chart WHERE chart."kind" = account."kind";
DROP INDEX "ledger_accounts_kind_user_id_asset_id_key";
CREATE UNIQUE INDEX "ledger_accounts_kind_shard_id_user_id_asset_id_key"
  ON "ledger_accounts"("kind", "shard_id", "user_id", "asset_id");
ALTER TABLE "ledger_accounts"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  ALTER COLUMN "may_be_negative" DROP DEFAULT,
  DROP CONSTRAINT "ledger_accounts_kind_check",
  DROP CONSTRAINT "ledger_accounts_balance_check",
  ADD CONSTRAINT "ledger_accounts_kind_shard_id_may_be_negative_fkey" FOREIGN KEY ("kind", "shard_id", "may_be_negative")
    REFERENCES "ledger_account_kinds"("kind", "shard_id", "may_be_negative") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "ledger_accounts_balance_check" CHECK ("balance" >= 0 OR "may_be_negative");

-- A market, and an instrument, belongs to one shard; where nothing else is said, to the first of its kind.
ALTER TABLE "markets"
  ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 1,
  ADD CONSTRAINT "markets_shard_id_fkey" FOREIGN KEY ("shard_id") REFERENCES "shards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "instruments"
  ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2,
  ADD CONSTRAINT "instruments_shard_id_fkey" FOREIGN KEY ("shard_id") REFERENCES "shards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "settlement_cursors" ADD COLUMN "shard_id" SMALLINT;
UPDATE "settlement_cursors" SET "shard_id" = shards."id" FROM "shards" WHERE shards."name" = "shard";
ALTER TABLE "settlement_cursors"
  DROP CONSTRAINT "settlement_cursors_pkey",
  DROP COLUMN "shard",
  ALTER COLUMN "shard_id" SET NOT NULL,
  ADD CONSTRAINT "settlement_cursors_pkey" PRIMARY KEY ("shard_id"),
  ADD CONSTRAINT "settlement_cursors_shard_id_fkey" FOREIGN KEY ("shard_id") REFERENCES "shards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The settings of one subject go to several shards.
ALTER TABLE "outbox_commands" ADD COLUMN "shard_id" SMALLINT;
UPDATE "outbox_commands" SET "shard_id" = shards."id" FROM "shards" WHERE shards."name" = "shard";
DROP INDEX "outbox_commands_key_key";
ALTER TABLE "outbox_commands"
  DROP COLUMN "shard",
  ALTER COLUMN "shard_id" SET NOT NULL,
  ADD CONSTRAINT "outbox_commands_shard_id_fkey" FOREIGN KEY ("shard_id") REFERENCES "shards"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "outbox_commands_shard_id_key_key" ON "outbox_commands"("shard_id", "key");

-- A transfer passes the shard that it leaves and the one that it enters; null where that is the main wallet.
ALTER TABLE "transfers"
  ADD COLUMN "from_shard_id" SMALLINT,
  ADD COLUMN "to_shard_id" SMALLINT;
UPDATE "transfers" SET
  "from_shard_id" = CASE "from_wallet" WHEN 'trade' THEN 1 WHEN 'futures' THEN 2 END,
  "to_shard_id" = CASE "to_wallet" WHEN 'trade' THEN 1 WHEN 'futures' THEN 2 END;
ALTER TABLE "transfers"
  DROP CONSTRAINT "transfers_wallets_check",
  ADD CONSTRAINT "transfers_wallets_check" CHECK ("from_shard_id" IS DISTINCT FROM "to_shard_id"),
  ADD CONSTRAINT "transfers_shards_check" CHECK
    (("from_wallet" = 'main') = ("from_shard_id" IS NULL) AND ("to_wallet" = 'main') = ("to_shard_id" IS NULL)),
  ADD CONSTRAINT "transfers_from_shard_id_fkey" FOREIGN KEY ("from_shard_id") REFERENCES "shards"("id") ON DELETE SET NULL ON UPDATE CASCADE,
  ADD CONSTRAINT "transfers_to_shard_id_fkey" FOREIGN KEY ("to_shard_id") REFERENCES "shards"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Ids that a restored database does not give again, for the shards remember them: milliseconds since 2026-01-01 x 4096 plus
-- the low bits of a sequence. Where the clock was set back, they go on above the newest transfer.
CREATE FUNCTION "next_transfer_id"("at" TIMESTAMPTZ DEFAULT clock_timestamp()) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  low_bits BIGINT := nextval('transfers_id_seq') % 4096;
  newest BIGINT := coalesce((SELECT max("id") FROM "transfers"), 0);
  milliseconds BIGINT := floor(extract(epoch FROM "at" - TIMESTAMPTZ '2026-01-01 00:00:00Z') * 1000);
BEGIN
  RETURN greatest(milliseconds, newest / 4096 + CASE WHEN low_bits > newest % 4096 THEN 0 ELSE 1 END) * 4096 + low_bits;
END $$;
ALTER TABLE "transfers" ALTER COLUMN "id" SET DEFAULT "next_transfer_id"();
ALTER SEQUENCE "transfers_id_seq" OWNED BY NONE;

-- Wallets of a user in several shards.
ALTER TABLE "trade_balances" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE "trade_balances"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "trade_balances_pkey",
  ADD CONSTRAINT "trade_balances_pkey" PRIMARY KEY ("user_id", "asset_id", "shard_id");
ALTER TABLE "perpetual_accounts" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_accounts"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_accounts_pkey",
  ADD CONSTRAINT "perpetual_accounts_pkey" PRIMARY KEY ("user_id", "shard_id");

-- What is keyed by the sequence of a shard's command.
ALTER TABLE "perpetual_cash_moves" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_cash_moves"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_cash_moves_pkey",
  ADD CONSTRAINT "perpetual_cash_moves_pkey" PRIMARY KEY ("shard_id", "seq", "index");
ALTER TABLE "perpetual_funding_payments" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_funding_payments"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_funding_payments_pkey",
  ADD CONSTRAINT "perpetual_funding_payments_pkey" PRIMARY KEY ("shard_id", "seq", "index");
ALTER TABLE "perpetual_liquidations" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_liquidations"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_liquidations_pkey",
  ADD CONSTRAINT "perpetual_liquidations_pkey" PRIMARY KEY ("shard_id", "seq", "index");
ALTER TABLE "perpetual_deleveragings" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_deleveragings"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_deleveragings_pkey",
  ADD CONSTRAINT "perpetual_deleveragings_pkey" PRIMARY KEY ("shard_id", "seq", "index");
ALTER TABLE "perpetual_fund_moves" ADD COLUMN "shard_id" SMALLINT NOT NULL DEFAULT 2;
ALTER TABLE "perpetual_fund_moves"
  ALTER COLUMN "shard_id" DROP DEFAULT,
  DROP CONSTRAINT "perpetual_fund_moves_pkey",
  ADD CONSTRAINT "perpetual_fund_moves_pkey" PRIMARY KEY ("shard_id", "seq", "index");

-- The postings of each shard: its id is 0 for accounts of the house.
CREATE OR REPLACE VIEW "ledger_postings" AS
  SELECT 'entry:' || entry."id" AS "entry", account."kind" AS "account", account."user_id", account."asset_id", leg."amount", account."shard_id"
    FROM "ledger_legs" leg
    JOIN "ledger_entries" entry ON entry."id" = leg."entry_id"
    JOIN "ledger_accounts" account ON account."id" = leg."account_id"
  UNION ALL
  SELECT 'deal:' || deal."market_id" || ':' || deal."id", posting."account", posting."user_id", posting."asset_id", posting."amount",
      market."shard_id"
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
      posting."amount", move."shard_id"
    FROM (
      SELECT "shard_id", "seq", "index", "user_id", "reason", "delta" FROM "perpetual_cash_moves"
      UNION ALL
      -- The insurance fund: packages/shared/src/engine/perpetual/terms.ts, HouseUser.
      SELECT "shard_id", "seq", "index", 4294967057, "reason", "delta" FROM "perpetual_fund_moves"
    ) AS move
    CROSS JOIN LATERAL (VALUES
      ('futures_perpetual', move."user_id", move."delta"),
      ('clearing_perpetual', 0, -move."delta")
    ) AS posting("account", "user_id", "amount")
    WHERE move."reason" NOT IN (1, 2);
