-- The chart of accounts says of each kind all that its declaration does (apps/api/src/ledger/chart.ts): a row follows from the
-- declaration when the first account of the kind is made.
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_shard_id_may_be_negative_fkey";
ALTER TABLE "ledger_account_kinds"
  DROP CONSTRAINT "ledger_account_kinds_pkey",
  ADD CONSTRAINT "ledger_account_kinds_pkey" PRIMARY KEY ("kind", "shard_id"),
  ADD COLUMN "owner" TEXT NOT NULL DEFAULT 'shard',
  ADD COLUMN "is_per_object" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "assets" TEXT NOT NULL DEFAULT 'every',
  ADD COLUMN "figure" TEXT;
CREATE UNIQUE INDEX "ledger_account_kinds_kind_shard_id_may_be_negative_key"
  ON "ledger_account_kinds"("kind", "shard_id", "may_be_negative");
UPDATE "ledger_account_kinds" SET "owner" = CASE "kind" WHEN 'outside' THEN 'outside' ELSE 'user' END, "figure" = "kind"
  WHERE "shard_id" = 0;
UPDATE "ledger_account_kinds" SET "figure" = 'transit' WHERE "kind" IN ('transit_spot', 'transit_perpetual');
UPDATE "ledger_account_kinds" SET "assets" = 'settlement' WHERE "kind" IN ('transit_perpetual', 'futures_perpetual');
ALTER TABLE "ledger_account_kinds"
  ALTER COLUMN "owner" DROP DEFAULT,
  ALTER COLUMN "is_per_object" DROP DEFAULT,
  ALTER COLUMN "assets" DROP DEFAULT,
  ADD CONSTRAINT "ledger_account_kinds_owner_check" CHECK ("owner" IN ('user', 'house', 'outside', 'shard')),
  ADD CONSTRAINT "ledger_account_kinds_shard_check" CHECK (("owner" = 'shard') = ("shard_id" <> 0)),
  ADD CONSTRAINT "ledger_account_kinds_assets_check" CHECK ("assets" IN ('every', 'fiat', 'crypto', 'settlement'));

-- The object of a domain that an account is of, and how much of its balance is held.
ALTER TABLE "ledger_accounts"
  ADD COLUMN "object_id" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "held" DECIMAL(38,18) NOT NULL DEFAULT 0,
  ADD CONSTRAINT "ledger_accounts_kind_shard_id_may_be_negative_fkey" FOREIGN KEY ("kind", "shard_id", "may_be_negative")
    REFERENCES "ledger_account_kinds"("kind", "shard_id", "may_be_negative") ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT "ledger_accounts_balance_check",
  ADD CONSTRAINT "ledger_accounts_balance_check"
    CHECK ("held" >= 0 AND ("balance" >= "held" OR "may_be_negative" AND "held" = 0));
DROP INDEX "ledger_accounts_kind_shard_id_user_id_asset_id_key";
CREATE UNIQUE INDEX "ledger_accounts_kind_shard_id_user_id_object_id_asset_id_key"
  ON "ledger_accounts"("kind", "shard_id", "user_id", "object_id", "asset_id");
ALTER TABLE "carried_postings" ADD COLUMN "object_id" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "carried_postings"
  DROP CONSTRAINT "carried_postings_pkey",
  ADD CONSTRAINT "carried_postings_pkey" PRIMARY KEY ("source", "account", "shard_id", "user_id", "object_id", "asset_id");

-- What was posted under a key, for a repeat to be compared with; null: posted before entries had it.
ALTER TABLE "ledger_entries" ADD COLUMN "content_hash" BYTEA;

CREATE TABLE "ledger_holds" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "remaining" DECIMAL(38,18) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_holds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ledger_holds_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "ledger_holds_remaining_check" CHECK ("remaining" BETWEEN 0 AND "amount")
);
CREATE UNIQUE INDEX "ledger_holds_idempotency_key_key" ON "ledger_holds"("idempotency_key");
CREATE INDEX "ledger_holds_open_idx" ON "ledger_holds" ("account_id") WHERE "remaining" > 0;
CREATE INDEX "ledger_holds_expiry_idx" ON "ledger_holds" ("kind", "expires_at") WHERE "remaining" > 0;
ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_account_id_fkey" FOREIGN KEY ("account_id")
  REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "ledger_hold_changes" (
    "id" BIGSERIAL NOT NULL,
    "hold_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "amount" DECIMAL(38,18) NOT NULL,
    "entry_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_hold_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ledger_hold_changes_kind_check" CHECK ("kind" IN ('release', 'capture')),
    CONSTRAINT "ledger_hold_changes_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "ledger_hold_changes_entry_check" CHECK (("kind" = 'capture') = ("entry_id" IS NOT NULL))
);
CREATE UNIQUE INDEX "ledger_hold_changes_idempotency_key_key" ON "ledger_hold_changes"("idempotency_key");
CREATE UNIQUE INDEX "ledger_hold_changes_entry_id_key" ON "ledger_hold_changes"("entry_id");
CREATE INDEX "ledger_hold_changes_hold_id_idx" ON "ledger_hold_changes"("hold_id");
ALTER TABLE "ledger_hold_changes"
  ADD CONSTRAINT "ledger_hold_changes_hold_id_fkey" FOREIGN KEY ("hold_id")
    REFERENCES "ledger_holds"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "ledger_hold_changes_entry_id_fkey" FOREIGN KEY ("entry_id")
    REFERENCES "ledger_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A hold begins with its amount, each change takes from what remains of it, and `held` of the account follows: only these
-- triggers write `remaining` and `held`. A restore copies rows as they were, so there they do nothing.
CREATE FUNCTION "is_restoring"() RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('pelican.restoring', true), '') = 'on'
$$;

CREATE FUNCTION "begin_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."remaining" := NEW."amount";
  RETURN NEW;
END $$;
CREATE TRIGGER "ledger_holds_begin" BEFORE INSERT ON "ledger_holds"
  FOR EACH ROW WHEN (NOT "is_restoring"()) EXECUTE FUNCTION "begin_hold"();

CREATE FUNCTION "change_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ledger_holds" SET "remaining" = "remaining" - NEW."amount" WHERE "id" = NEW."hold_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "ledger_hold_changes_applied" AFTER INSERT ON "ledger_hold_changes"
  FOR EACH ROW WHEN (NOT "is_restoring"()) EXECUTE FUNCTION "change_hold"();
CREATE TRIGGER "ledger_hold_changes_append_only" BEFORE UPDATE OR DELETE ON "ledger_hold_changes"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

CREATE FUNCTION "change_held"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ledger_accounts" SET "held" = "held" + NEW."remaining" - CASE TG_OP WHEN 'UPDATE' THEN OLD."remaining" ELSE 0 END
    WHERE "id" = NEW."account_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "ledger_holds_held" AFTER INSERT OR UPDATE ON "ledger_holds"
  FOR EACH ROW WHEN (NOT "is_restoring"()) EXECUTE FUNCTION "change_held"();

-- True inside of the triggers above only: a statement of a caller's own fires its triggers at depth 1.
CREATE FUNCTION "refuse_direct_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'what is held follows from ledger_holds and ledger_hold_changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "ledger_holds_no_direct_change" BEFORE UPDATE OR DELETE ON "ledger_holds"
  FOR EACH ROW EXECUTE FUNCTION "refuse_direct_change"();
CREATE TRIGGER "ledger_accounts_held" BEFORE UPDATE ON "ledger_accounts"
  FOR EACH ROW WHEN (NEW."held" <> OLD."held") EXECUTE FUNCTION "refuse_direct_change"();
CREATE TRIGGER "ledger_accounts_held_at_first" BEFORE INSERT ON "ledger_accounts"
  FOR EACH ROW WHEN (NEW."held" <> 0 AND NOT "is_restoring"()) EXECUTE FUNCTION "refuse_direct_change"();
