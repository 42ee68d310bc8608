-- Loans whose pledge is watched and sold: levels that were told, and sales with their orders.

ALTER TABLE "p2p_loans"
    -- At or below it a level is reached, by what was owed when the row was written; null: not known.
    ADD COLUMN "warning_price" DECIMAL(38,8),
    -- The highest level that the parties were told of and that has not been left since.
    ADD COLUMN "notified" TEXT NOT NULL DEFAULT 'ok',
    ADD COLUMN "is_disputed" BOOLEAN NOT NULL DEFAULT false,
    -- Counter that makes the keys of entries unique.
    ADD COLUMN "decisions" INTEGER NOT NULL DEFAULT 0,
    -- A sale that operators have decided on and that waits for a price and an open market; null: none.
    ADD COLUMN "sale_wanted" TEXT,
    DROP CONSTRAINT "p2p_loans_state_check",
    DROP CONSTRAINT "p2p_loans_ended_check",
    DROP CONSTRAINT "p2p_loans_pledged_check",
    DROP CONSTRAINT "p2p_loans_owed_check",
    DROP CONSTRAINT "p2p_loans_started_check",
    ADD CONSTRAINT "p2p_loans_state_check" CHECK ("state" IN ('pending', 'active', 'overdue', 'liquidating', 'repaid', 'liquidated', 'defaulted',
        'written_off', 'rejected', 'withdrawn', 'expired')) NOT VALID,
    ADD CONSTRAINT "p2p_loans_ended_check" CHECK (("state" IN ('pending', 'active', 'overdue', 'liquidating')) = ("ended_at" IS NULL)) NOT VALID,
    ADD CONSTRAINT "p2p_loans_pledged_check" CHECK (("state" IN ('pending', 'active', 'overdue', 'liquidating')) = ("pledge" > 0)) NOT VALID,
    -- Of a defaulted loan interest alone may be owed.
    ADD CONSTRAINT "p2p_loans_owed_check" CHECK ("state" IN ('defaulted', 'written_off')
        OR ("state" IN ('active', 'overdue', 'liquidating')) = ("principal" > 0)) NOT VALID,
    ADD CONSTRAINT "p2p_loans_started_check" CHECK ("state" IN ('pending', 'rejected', 'withdrawn', 'expired') OR "started_at" IS NOT NULL) NOT VALID,
    ADD CONSTRAINT "p2p_loans_notified_check" CHECK ("notified" IN ('ok', 'warning', 'call', 'liquidation')) NOT VALID,
    ADD CONSTRAINT "p2p_loans_sale_wanted_check" CHECK ("sale_wanted" IS NULL
        OR "sale_wanted" IN ('operator', 'arbitration') AND "state" IN ('active', 'overdue')) NOT VALID;

ALTER TABLE "p2p_payments"
    DROP CONSTRAINT "p2p_payments_kind_check",
    DROP CONSTRAINT "p2p_payments_day_check",
    DROP CONSTRAINT "p2p_payments_paid_check",
    ADD CONSTRAINT "p2p_payments_kind_check" CHECK ("kind" IN ('interest', 'late', 'principal', 'waiver')) NOT VALID,
    ADD CONSTRAINT "p2p_payments_day_check" CHECK (("kind" IN ('principal', 'waiver')) = ("day" IS NULL)) NOT VALID,
    -- A row that was waived is closed with less paid.
    ADD CONSTRAINT "p2p_payments_paid_check" CHECK ("paid" BETWEEN 0 AND "amount" AND CASE "status"
        WHEN 'unsuccessful' THEN "paid" < "amount" WHEN 'closed' THEN true ELSE "paid" = "amount" END) NOT VALID;

-- The sale of a pledge: what is owed is fixed when it begins.
CREATE TABLE "p2p_sales" (
    "loan_id" BIGINT NOT NULL,
    "market_id" SMALLINT NOT NULL,
    "cause" TEXT NOT NULL,
    -- What is done next: 'in' the pledge is on its way to the market, 'selling', 'out' what it became is on its way back, 'done'.
    "step" TEXT NOT NULL DEFAULT 'in',
    -- Coins that are sold at most.
    "pledge" DECIMAL(38,18) NOT NULL,
    -- The debt in percent of the pledge, and the price that it was watched by, when it began.
    "ltv" DECIMAL(38,2) NOT NULL,
    "watch_price" DECIMAL(38,8) NOT NULL,
    "interest" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL,
    "gst" DECIMAL(38,18) NOT NULL,
    -- What it has to bring after tax.
    "cost" DECIMAL(38,18) NOT NULL,
    "tax_rate" DECIMAL(10,8) NOT NULL,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "sold" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "proceeds" DECIMAL(38,18) NOT NULL DEFAULT 0,
    -- Transfers that are under way or have arrived, and how many were begun: part of their keys.
    "in_transfer_id" BIGINT,
    "money_transfer_id" BIGINT,
    "coins_transfer_id" BIGINT,
    "transfers" INTEGER NOT NULL DEFAULT 0,
    -- Whether operators have said that no more is sold.
    "is_end_wanted" BOOLEAN NOT NULL DEFAULT false,
    -- Why it does not get on; null: it does.
    "problem" TEXT,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    -- How it was divided; null until then.
    "settled_at" TIMESTAMPTZ(3),
    "tds_sale" DECIMAL(38,18),
    "to_lender" DECIMAL(38,18),
    "tds_interest" DECIMAL(38,18),
    "fee_paid" DECIMAL(38,18),
    "gst_paid" DECIMAL(38,18),
    "to_borrower" DECIMAL(38,18),
    "coins_back" DECIMAL(38,18),
    "shortfall" DECIMAL(38,18),
    "set_off" DECIMAL(38,18),
    "owed" DECIMAL(38,18),

    CONSTRAINT "p2p_sales_pkey" PRIMARY KEY ("loan_id"),
    CONSTRAINT "p2p_sales_cause_check" CHECK ("cause" IN ('level', 'grace', 'borrower', 'operator', 'arbitration')),
    CONSTRAINT "p2p_sales_step_check" CHECK ("step" IN ('in', 'selling', 'out', 'done')),
    CONSTRAINT "p2p_sales_sold_check" CHECK ("pledge" > 0 AND "sold" BETWEEN 0 AND "pledge" AND "proceeds" >= 0),
    CONSTRAINT "p2p_sales_settled_check" CHECK (("step" = 'done') = ("settled_at" IS NOT NULL) AND ("settled_at" IS NULL) = ("owed" IS NULL)),
    CONSTRAINT "p2p_sales_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "p2p_loans"("id"),
    CONSTRAINT "p2p_sales_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id")
);
CREATE INDEX "p2p_sales_next_at_idx" ON "p2p_sales"("next_at") WHERE "step" <> 'done';

-- Its orders, written before they are sent: one that was sent is found again by its client id.
CREATE TABLE "p2p_sale_orders" (
    "loan_id" BIGINT NOT NULL,
    -- From 1.
    "number" INTEGER NOT NULL,
    "index_price" DECIMAL(38,8) NOT NULL,
    "limit_price" DECIMAL(38,8) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    -- Whether it may have reached the engine.
    "is_sent" BOOLEAN NOT NULL DEFAULT false,
    "order_id" BIGINT,
    "sold" DECIMAL(38,18),
    "proceeds" DECIMAL(38,18),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "p2p_sale_orders_pkey" PRIMARY KEY ("loan_id", "number"),
    CONSTRAINT "p2p_sale_orders_ended_check" CHECK (("ended_at" IS NULL) = ("sold" IS NULL) AND ("sold" IS NULL) = ("proceeds" IS NULL)),
    CONSTRAINT "p2p_sale_orders_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "p2p_sales"("loan_id")
);
-- One at a time.
CREATE UNIQUE INDEX "p2p_sale_orders_open_idx" ON "p2p_sale_orders"("loan_id") WHERE "ended_at" IS NULL;

-- Prices by which loans were watched last: for operators, who have no index at hand.
CREATE TABLE "p2p_prices" (
    "money_id" SMALLINT NOT NULL,
    "pledge_id" SMALLINT NOT NULL,
    "index_price" DECIMAL(38,8) NOT NULL,
    "watch_price" DECIMAL(38,8) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "p2p_prices_pkey" PRIMARY KEY ("money_id", "pledge_id")
);

-- When loans were watched last. After a pause nothing is sold until borrowers have had time to act.
CREATE TABLE "p2p_watch" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,
    "sales_not_before" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "p2p_watch_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_watch_one_check" CHECK ("id" = 1)
);
