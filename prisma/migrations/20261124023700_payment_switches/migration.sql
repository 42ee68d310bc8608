-- What operators have switched off, with what users read of it, and the changes of state of each way in and out.
CREATE TABLE "payment_closures" (
    -- asset, network or method
    "scope" TEXT NOT NULL,
    -- Of the row of that table.
    "object_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    -- In the words that users read; empty: none was given.
    "reason" TEXT NOT NULL DEFAULT '',
    -- When it is expected to open again; nothing opens by itself.
    "expected_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "payment_closures_pkey" PRIMARY KEY ("scope", "object_id", "action"),
    CONSTRAINT "payment_closures_scope_check" CHECK ("scope" IN ('asset', 'network', 'method')),
    CONSTRAINT "payment_closures_action_check" CHECK ("action" IN ('deposit', 'withdraw'))
);

CREATE TABLE "payment_state_changes" (
    "id" BIGSERIAL NOT NULL,
    "method_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    -- Null: what was found when the way was seen first.
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    -- operator, unread, still, payouts_stopped; empty for one that is open
    "cause" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL DEFAULT '',
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "payment_state_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_state_changes_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id"),
    CONSTRAINT "payment_state_changes_action_check" CHECK ("action" IN ('deposit', 'withdraw')),
    CONSTRAINT "payment_state_changes_states_check" CHECK (
        "from_state" IN ('open', 'suspended', 'delayed') AND "to_state" IN ('open', 'suspended', 'delayed'))
);
CREATE INDEX "payment_state_changes_last_idx" ON "payment_state_changes"("method_id", "action", "id" DESC);
CREATE INDEX "payment_state_changes_changed_at_idx" ON "payment_state_changes"("changed_at");

-- When the network's newest block was another one for the last time.
ALTER TABLE "chain_cursors" ADD COLUMN "head_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
