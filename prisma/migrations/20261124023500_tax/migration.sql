-- The tax centre: dated rules, and for each user the lots, disposals, incomes and deductions that a job derives from settled records.
-- Rates, sections of the law and facts of the exchange, each in force from a date until the next row of its key. Only added to.
CREATE TABLE "tax_rules" (
    "key" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "value" TEXT NOT NULL,
    -- Of the law; empty for facts of the exchange.
    "section" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "tax_rules_pkey" PRIMARY KEY ("key", "valid_from")
);

INSERT INTO "tax_rules" ("key", "valid_from", "value", "section") VALUES
    ('vda_tds', '2022-07-01', '0.01', 'Income-tax Act, section 194S'),
    ('vda_gain', '2022-04-01', '0.3', 'Income-tax Act, section 115BBH'),
    ('cess', '2018-04-01', '0.04', 'Health and education cess'),
    ('reward_tds', '2016-06-01', '0.05', 'Income-tax Act, section 194H'),
    ('reward_tds', '2024-10-01', '0.02', 'Income-tax Act, section 194H'),
    ('income', '2022-04-01', '', 'Income-tax Act, section 56: income from other sources'),
    ('futures', '2022-04-01', '', 'Income-tax Act, section 28: business income'),
    ('gst', '2017-07-01', '0.18', 'CGST Act and IGST Act: service fees'),
    ('gst_sac', '2017-07-01', '999799', 'Service accounting code'),
    ('exchange_name', '2017-07-01', 'Pelican Exchange', ''),
    ('exchange_address', '2017-07-01', 'Bengaluru, Karnataka, India', ''),
    ('exchange_state', '2017-07-01', '29', ''),
    ('exchange_gstin', '2017-07-01', '', ''),
    ('invoice_prefix', '2017-07-01', 'PX', '');

-- How far a user's records are counted: everything before `counted_until`, and nothing behind it.
CREATE TABLE "tax_cursors" (
    "user_id" BIGINT NOT NULL,
    "counted_until" TIMESTAMPTZ(6) NOT NULL DEFAULT 'epoch',
    "lots" INTEGER NOT NULL DEFAULT 0,
    "disposals" INTEGER NOT NULL DEFAULT 0,
    "records" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tax_cursors_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "tax_cursors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
);

-- Each acquisition of a digital asset. Amounts are whole units, costs rupees.
CREATE TABLE "tax_lots" (
    "user_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "acquired_at" TIMESTAMPTZ(6) NOT NULL,
    -- trade, deposit, credit, code, invoice, reward, futures, other; missing: sold without an acquisition on record
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "quantity" NUMERIC NOT NULL,
    "remaining" NUMERIC NOT NULL,
    "cost" NUMERIC NOT NULL,
    "remaining_cost" NUMERIC NOT NULL,
    -- False: the cost is not on record and counts as zero until the user enters it.
    "is_known" BOOLEAN NOT NULL,
    -- Where the rupee value comes from: trade, user, a candle of markets, none
    "valued_by" TEXT NOT NULL,

    CONSTRAINT "tax_lots_pkey" PRIMARY KEY ("user_id", "number"),
    CONSTRAINT "tax_lots_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "tax_cursors"("user_id"),
    CONSTRAINT "tax_lots_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "tax_lots_remaining_check" CHECK ("remaining" >= 0 AND "remaining" <= "quantity"),
    CONSTRAINT "tax_lots_cost_check" CHECK ("remaining_cost" >= 0 AND "remaining_cost" <= "cost")
);
CREATE INDEX "tax_lots_open_idx" ON "tax_lots"("user_id", "number") WHERE "remaining" > 0;

-- Each way out. Without proceeds it is no transfer in the sense of the tax: to a wallet outside, a code, a loss of futures.
CREATE TABLE "tax_disposals" (
    "user_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "disposed_at" TIMESTAMPTZ(6) NOT NULL,
    -- sale, exchange, charge, invoice; withdrawal, code, futures, other
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "quantity" NUMERIC NOT NULL,
    "proceeds" NUMERIC,
    "cost" NUMERIC NOT NULL,
    -- Whether the costs of all its lots are on record.
    "is_known" BOOLEAN NOT NULL,
    "valued_by" TEXT NOT NULL,

    CONSTRAINT "tax_disposals_pkey" PRIMARY KEY ("user_id", "number"),
    CONSTRAINT "tax_disposals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "tax_cursors"("user_id"),
    CONSTRAINT "tax_disposals_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);
CREATE INDEX "tax_disposals_time_idx" ON "tax_disposals"("user_id", "disposed_at" DESC, "number" DESC);

-- What of which lot a disposal has taken, first in first out.
CREATE TABLE "tax_disposal_lots" (
    "user_id" BIGINT NOT NULL,
    "disposal" INTEGER NOT NULL,
    "lot" INTEGER NOT NULL,
    "quantity" NUMERIC NOT NULL,
    "cost" NUMERIC NOT NULL,

    CONSTRAINT "tax_disposal_lots_pkey" PRIMARY KEY ("user_id", "disposal", "lot"),
    CONSTRAINT "tax_disposal_lots_disposal_fkey" FOREIGN KEY ("user_id", "disposal") REFERENCES "tax_disposals"("user_id", "number"),
    CONSTRAINT "tax_disposal_lots_lot_fkey" FOREIGN KEY ("user_id", "lot") REFERENCES "tax_lots"("user_id", "number")
);

-- Income and tax deducted at source, in the order of their time.
CREATE TABLE "tax_records" (
    "user_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    -- income, deduction
    "kind" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(6) NOT NULL,
    -- trade, referral, bonus
    "source" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- What the amount is of: the value of a sale, before its fee; of an income the same as the amount.
    "gross" NUMERIC NOT NULL,
    -- What the rate applies to.
    "base" NUMERIC NOT NULL,
    "amount" NUMERIC NOT NULL,
    -- Of the amount, in rupees at its time.
    "value" NUMERIC NOT NULL,
    -- Key of the rule that applies.
    "rule" TEXT NOT NULL,
    "valued_by" TEXT NOT NULL,

    CONSTRAINT "tax_records_pkey" PRIMARY KEY ("user_id", "number"),
    CONSTRAINT "tax_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "tax_cursors"("user_id"),
    CONSTRAINT "tax_records_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "tax_records_kind_check" CHECK ("kind" IN ('income', 'deduction'))
);
CREATE INDEX "tax_records_time_idx" ON "tax_records"("user_id", "kind", "happened_at" DESC, "number" DESC);

-- Fees with their GST by month, and movements of futures wallets by day, as India's calendar has them.
CREATE TABLE "tax_sums" (
    "user_id" BIGINT NOT NULL,
    -- fee, futures
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    -- Of a fee: spot, perpetual. Of futures the reason: fee, realised_pnl, funding ...
    "source" TEXT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "amount" NUMERIC NOT NULL,
    "gst" NUMERIC NOT NULL,
    -- In rupees at the time of each.
    "value" NUMERIC NOT NULL,
    "gst_value" NUMERIC NOT NULL,

    CONSTRAINT "tax_sums_pkey" PRIMARY KEY ("user_id", "kind", "day", "source", "asset_id"),
    CONSTRAINT "tax_sums_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "tax_cursors"("user_id"),
    CONSTRAINT "tax_sums_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);

-- What users have entered: the cost of what came from outside, by the reference of its lot, and the state that they live in (GST code).
CREATE TABLE "tax_costs" (
    "user_id" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "cost" NUMERIC NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "tax_costs_pkey" PRIMARY KEY ("user_id", "reference"),
    CONSTRAINT "tax_costs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "tax_costs_cost_check" CHECK ("cost" >= 0)
);
CREATE TABLE "tax_profiles" (
    "user_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "tax_profiles_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "tax_profiles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "tax_profiles_state_check" CHECK ("state" ~ '^\d\d$')
);

-- Tax deducted at source that the exchange has deposited, by quarters of the financial year that begins in `year`.
CREATE TABLE "tax_quarters" (
    "year" INTEGER NOT NULL,
    "quarter" SMALLINT NOT NULL,
    "challan" TEXT NOT NULL,
    "deposited_on" DATE NOT NULL,
    -- Of the certificates (Form 16A); null until they are issued.
    "issued_on" DATE,

    CONSTRAINT "tax_quarters_pkey" PRIMARY KEY ("year", "quarter"),
    CONSTRAINT "tax_quarters_quarter_check" CHECK ("quarter" BETWEEN 1 AND 4)
);

-- Tax invoices, numbered without a gap in each financial year. Only added to.
CREATE TABLE "tax_invoices" (
    "year" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "user_id" BIGINT NOT NULL,
    -- The first day of the month that it is about.
    "month" DATE NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    -- Rupees.
    "fee" NUMERIC NOT NULL,
    "igst" NUMERIC NOT NULL,
    "cgst" NUMERIC NOT NULL,
    "sgst" NUMERIC NOT NULL,
    -- Of the customer, as known then.
    "state" TEXT NOT NULL,
    -- Rules and facts of the exchange that it was written with, by key.
    "facts" JSONB NOT NULL,

    CONSTRAINT "tax_invoices_pkey" PRIMARY KEY ("year", "number"),
    CONSTRAINT "tax_invoices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "tax_invoices_month_key" UNIQUE ("user_id", "month"),
    CONSTRAINT "tax_invoices_number_check" CHECK ("number" > 0)
);

CREATE FUNCTION "refuse_tax_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "tax_invoices_append_only" BEFORE UPDATE OR DELETE ON "tax_invoices" FOR EACH ROW EXECUTE FUNCTION "refuse_tax_change"();
CREATE TRIGGER "tax_rules_append_only" BEFORE UPDATE OR DELETE ON "tax_rules" FOR EACH ROW EXECUTE FUNCTION "refuse_tax_change"();
