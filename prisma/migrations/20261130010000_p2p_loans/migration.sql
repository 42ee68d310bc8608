-- Loans between users against pledged crypto: what may be lent and pledged, offers of lenders, loans and their payments.

-- What may be lent, and by which terms. By ticker: the rows are there before anything is listed.
CREATE TABLE "p2p_moneys" (
    "ticker" TEXT NOT NULL,
    -- Whether new offers, requests and loans are taken; loans that run go on.
    "is_open" BOOLEAN NOT NULL,
    -- Of one loan.
    "amount_min" DECIMAL(38,18) NOT NULL,
    "amount_max" DECIMAL(38,18) NOT NULL,
    -- The least that a part repayment pays, and leaves.
    "repay_min" DECIMAL(38,18) NOT NULL,
    "days_min" SMALLINT NOT NULL,
    "days_max" SMALLINT NOT NULL,
    -- Shares: 0.0007 a day is 0.07%.
    "day_rate_min" DECIMAL(10,8) NOT NULL,
    "day_rate_max" DECIMAL(10,8) NOT NULL,
    "fee_rate" DECIMAL(10,8) NOT NULL,
    "gst_rate" DECIMAL(10,8) NOT NULL,
    "late_factor" DECIMAL(10,8) NOT NULL,
    "liquidation_fee_rate" DECIMAL(10,8) NOT NULL,
    "grace_days" SMALLINT NOT NULL,

    CONSTRAINT "p2p_moneys_pkey" PRIMARY KEY ("ticker"),
    CONSTRAINT "p2p_moneys_amounts_check" CHECK (0 < "repay_min" AND 0 < "amount_min" AND "amount_min" <= "amount_max"),
    CONSTRAINT "p2p_moneys_days_check" CHECK (0 < "days_min" AND "days_min" <= "days_max" AND "days_max" <= 90 AND "grace_days" >= 0),
    CONSTRAINT "p2p_moneys_rates_check" CHECK (0 < "day_rate_min" AND "day_rate_min" <= "day_rate_max" AND "day_rate_max" < 1
        AND "fee_rate" BETWEEN 0 AND 0.5 AND "gst_rate" BETWEEN 0 AND 1 AND "late_factor" >= 1 AND "liquidation_fee_rate" BETWEEN 0 AND 0.5)
);

-- What may be pledged for it, and at which shares of its value the loan begins, is warned of, is called and is sold.
CREATE TABLE "p2p_pledges" (
    "money_ticker" TEXT NOT NULL,
    "ticker" TEXT NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "ltv" DECIMAL(10,8) NOT NULL,
    "warning" DECIMAL(10,8) NOT NULL,
    "call" DECIMAL(10,8) NOT NULL,
    "liquidation" DECIMAL(10,8) NOT NULL,

    CONSTRAINT "p2p_pledges_pkey" PRIMARY KEY ("money_ticker", "ticker"),
    CONSTRAINT "p2p_pledges_ticker_check" CHECK ("ticker" <> "money_ticker"),
    CONSTRAINT "p2p_pledges_levels_check" CHECK (0 < "ltv" AND "ltv" < "warning" AND "warning" < "call" AND "call" < "liquidation" AND "liquidation" < 1),
    CONSTRAINT "p2p_pledges_money_ticker_fkey" FOREIGN KEY ("money_ticker") REFERENCES "p2p_moneys"("ticker")
);

-- Rupees stay closed until the rupee has an index: without one no pledge has a price in them.
INSERT INTO "p2p_moneys" ("ticker", "is_open", "amount_min", "amount_max", "repay_min", "days_min", "days_max", "day_rate_min", "day_rate_max",
    "fee_rate", "gst_rate", "late_factor", "liquidation_fee_rate", "grace_days") VALUES
    ('USDT', true, 50, 100000, 1, 3, 90, 0.0001, 0.05, 0.005, 0.18, 1.5, 0.02, 3),
    ('INR', false, 5000, 5000000, 100, 3, 90, 0.0001, 0.05, 0.005, 0.18, 1.5, 0.02, 3);
INSERT INTO "p2p_pledges" ("money_ticker", "ticker", "is_open", "ltv", "warning", "call", "liquidation")
    SELECT money, ticker, true, ltv, warning, call, liquidation
      FROM (VALUES ('USDT'), ('INR')) AS moneys(money),
        (VALUES ('BTC', 0.65, 0.72, 0.78, 0.85), ('ETH', 0.65, 0.72, 0.78, 0.85), ('SOL', 0.5, 0.62, 0.7, 0.8), ('XRP', 0.5, 0.62, 0.7, 0.8),
          ('LTC', 0.5, 0.62, 0.7, 0.8), ('LINK', 0.5, 0.62, 0.7, 0.8), ('ADA', 0.4, 0.55, 0.65, 0.75), ('DOGE', 0.4, 0.55, 0.65, 0.75))
          AS pledges(ticker, ltv, warning, call, liquidation);
INSERT INTO "p2p_pledges" ("money_ticker", "ticker", "is_open", "ltv", "warning", "call", "liquidation") VALUES
    ('INR', 'USDT', true, 0.85, 0.88, 0.9, 0.93),
    ('USDT', 'USDC', true, 0.85, 0.88, 0.9, 0.93);

CREATE TABLE "p2p_offers" (
    "id" BIGSERIAL NOT NULL,
    "lender_id" BIGINT NOT NULL,
    "money_id" SMALLINT NOT NULL,
    -- Grows with each edit.
    "version" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'open',
    -- Of one loan.
    "amount_from" DECIMAL(38,18) NOT NULL,
    "amount_to" DECIMAL(38,18) NOT NULL,
    "days_from" SMALLINT NOT NULL,
    "days_to" SMALLINT NOT NULL,
    "day_rate_from" DECIMAL(10,8) NOT NULL,
    "day_rate_to" DECIMAL(10,8) NOT NULL,
    -- Assets that are accepted.
    "pledge_ids" SMALLINT[] NOT NULL,
    -- The pledge's value for one of money that the lender asks for; null: none of its own.
    "pledge_rate" DECIMAL(10,8),
    "auto_approve" BOOLEAN NOT NULL,
    "auto_rate" DECIMAL(10,8) NOT NULL,
    "relend" BOOLEAN NOT NULL,
    -- The amount of the offer is all three: at hand, of pending requests, principal of running loans.
    "free" DECIMAL(38,18) NOT NULL,
    "reserved" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "lent" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "p2p_offers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_offers_state_check" CHECK ("state" IN ('open', 'finishing', 'closed')),
    CONSTRAINT "p2p_offers_ended_at_check" CHECK (("state" = 'open') = ("ended_at" IS NULL)),
    CONSTRAINT "p2p_offers_money_check" CHECK ("free" >= 0 AND "reserved" >= 0 AND "lent" >= 0),
    CONSTRAINT "p2p_offers_ended_check" CHECK ("state" = 'open' OR ("free" = 0 AND "reserved" = 0)),
    CONSTRAINT "p2p_offers_closed_check" CHECK ("state" <> 'closed' OR "lent" = 0),
    CONSTRAINT "p2p_offers_terms_check" CHECK (0 < "amount_from" AND "amount_from" <= "amount_to" AND 0 < "days_from" AND "days_from" <= "days_to"
        AND 0 < "day_rate_from" AND "day_rate_from" <= "day_rate_to" AND cardinality("pledge_ids") > 0 AND "pledge_rate" > 1),
    CONSTRAINT "p2p_offers_lender_id_fkey" FOREIGN KEY ("lender_id") REFERENCES "users"("id")
);
CREATE INDEX "p2p_offers_search_idx" ON "p2p_offers"("money_id", "day_rate_from", "free" DESC, "id" DESC) WHERE "state" = 'open';
CREATE INDEX "p2p_offers_lender_id_idx" ON "p2p_offers"("lender_id", "id");
CREATE INDEX "p2p_offers_expires_at_idx" ON "p2p_offers"("expires_at") WHERE "state" = 'open';

CREATE TABLE "p2p_loans" (
    "id" BIGSERIAL NOT NULL,
    "offer_id" BIGINT NOT NULL,
    "lender_id" BIGINT NOT NULL,
    "borrower_id" BIGINT NOT NULL,
    "money_id" SMALLINT NOT NULL,
    "pledge_id" SMALLINT NOT NULL,
    -- Grows with each change.
    "version" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL,
    -- What it began with and keeps, whatever settings say later.
    "amount" DECIMAL(38,18) NOT NULL,
    "day_rate" DECIMAL(10,8) NOT NULL,
    "days" SMALLINT NOT NULL,
    "fee_rate" DECIMAL(10,8) NOT NULL,
    "gst_rate" DECIMAL(10,8) NOT NULL,
    "late_factor" DECIMAL(10,8) NOT NULL,
    "grace_days" SMALLINT NOT NULL,
    "repay_min" DECIMAL(38,18) NOT NULL,
    "liquidation_fee_rate" DECIMAL(10,8) NOT NULL,
    "warning" DECIMAL(10,8) NOT NULL,
    "call" DECIMAL(10,8) NOT NULL,
    "liquidation" DECIMAL(10,8) NOT NULL,
    -- What may be lent on the pledge: a share that need not be a decimal.
    "share_numerator" BIGINT NOT NULL,
    "share_denominator" BIGINT NOT NULL,
    "pledge" DECIMAL(38,18) NOT NULL,
    "principal" DECIMAL(38,18) NOT NULL,
    "interest_paid" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "charged_days" SMALLINT NOT NULL DEFAULT 0,
    "late_days_charged" SMALLINT NOT NULL DEFAULT 0,
    -- Counters that make the keys of entries unique.
    "payments" INTEGER NOT NULL DEFAULT 0,
    "pledge_changes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    -- Of the request.
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "overdue_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    -- When the job looks at it next; null: never.
    "next_run_at" TIMESTAMPTZ(3),

    CONSTRAINT "p2p_loans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_loans_state_check" CHECK ("state" IN ('pending', 'active', 'overdue', 'repaid', 'rejected', 'withdrawn', 'expired')),
    CONSTRAINT "p2p_loans_parties_check" CHECK ("lender_id" <> "borrower_id"),
    CONSTRAINT "p2p_loans_money_check" CHECK ("amount" > 0 AND "pledge" >= 0 AND "principal" >= 0 AND "principal" <= "amount" AND "interest_paid" >= 0),
    CONSTRAINT "p2p_loans_days_check" CHECK ("charged_days" BETWEEN 0 AND "days" AND "late_days_charged" BETWEEN 0 AND "grace_days"),
    CONSTRAINT "p2p_loans_ended_check" CHECK (("state" IN ('pending', 'active', 'overdue')) = ("ended_at" IS NULL)),
    CONSTRAINT "p2p_loans_pledged_check" CHECK (("state" IN ('pending', 'active', 'overdue')) = ("pledge" > 0)),
    CONSTRAINT "p2p_loans_owed_check" CHECK (("state" IN ('active', 'overdue')) = ("principal" > 0)),
    CONSTRAINT "p2p_loans_started_check" CHECK ("state" NOT IN ('active', 'overdue', 'repaid') OR "started_at" IS NOT NULL),
    CONSTRAINT "p2p_loans_run_check" CHECK (("state" IN ('active', 'overdue')) = ("next_run_at" IS NOT NULL)),
    CONSTRAINT "p2p_loans_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "p2p_offers"("id"),
    CONSTRAINT "p2p_loans_lender_id_fkey" FOREIGN KEY ("lender_id") REFERENCES "users"("id"),
    CONSTRAINT "p2p_loans_borrower_id_fkey" FOREIGN KEY ("borrower_id") REFERENCES "users"("id")
);
CREATE INDEX "p2p_loans_offer_id_idx" ON "p2p_loans"("offer_id", "id");
CREATE INDEX "p2p_loans_lender_id_idx" ON "p2p_loans"("lender_id", "id");
CREATE INDEX "p2p_loans_borrower_id_idx" ON "p2p_loans"("borrower_id", "id");
CREATE INDEX "p2p_loans_expires_at_idx" ON "p2p_loans"("expires_at") WHERE "state" = 'pending';
CREATE INDEX "p2p_loans_next_run_at_idx" ON "p2p_loans"("next_run_at") WHERE "next_run_at" IS NOT NULL;

-- What a loan was charged and paid.
CREATE TABLE "p2p_payments" (
    "id" BIGSERIAL NOT NULL,
    "loan_id" BIGINT NOT NULL,
    -- Among the loan's, from 0.
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    -- The day that is charged, counted on after the due time.
    "day" SMALLINT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "paid" DECIMAL(38,18) NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "p2p_payments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "p2p_payments_position_key" UNIQUE ("loan_id", "position"),
    CONSTRAINT "p2p_payments_day_key" UNIQUE ("loan_id", "day"),
    CONSTRAINT "p2p_payments_kind_check" CHECK ("kind" IN ('interest', 'late', 'principal')),
    CONSTRAINT "p2p_payments_day_check" CHECK (("kind" = 'principal') = ("day" IS NULL)),
    CONSTRAINT "p2p_payments_paid_check" CHECK ("paid" BETWEEN 0 AND "amount" AND ("status" = 'unsuccessful') = ("paid" < "amount")),
    CONSTRAINT "p2p_payments_status_check" CHECK ("status" IN ('successful', 'unsuccessful', 'closed', 'finished')),
    CONSTRAINT "p2p_payments_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "p2p_loans"("id")
);

-- Calls that were made with an Idempotency-Key, and what they were about: a repeat changes nothing.
CREATE TABLE "p2p_calls" (
    "user_id" BIGINT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    -- An offer or a loan, by what was called.
    "subject_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "p2p_calls_pkey" PRIMARY KEY ("user_id", "idempotency_key"),
    CONSTRAINT "p2p_calls_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);
