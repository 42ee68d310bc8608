-- How money enters and leaves: networks, payment methods with their terms, deposits and withdrawals.
CREATE TABLE "networks" (
    "id" SMALLINT NOT NULL,
    -- As clients name it: 'ETHEREUM', 'LITECOIN', 'SANDBOX'.
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    -- Which adapter speaks to it.
    "kind" TEXT NOT NULL,
    -- The asset that its fees are paid in.
    "native_asset_id" SMALLINT NOT NULL,
    -- How many blocks, its own counted, make a transaction final for us.
    "confirmations" SMALLINT NOT NULL,
    -- Expected seconds from one block to the next.
    "block_seconds" INTEGER NOT NULL,
    -- With {hash} and {address}; empty where there is no explorer.
    "explorer_transaction" TEXT NOT NULL DEFAULT '',
    "explorer_address" TEXT NOT NULL DEFAULT '',
    "deposits_enabled" BOOLEAN NOT NULL DEFAULT true,
    "withdrawals_enabled" BOOLEAN NOT NULL DEFAULT true,
    "position" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "networks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "networks_key_key" UNIQUE ("key"),
    CONSTRAINT "networks_native_asset_id_fkey" FOREIGN KEY ("native_asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "networks_kind_check" CHECK ("kind" IN ('sandbox', 'evm', 'bitcoin')),
    CONSTRAINT "networks_confirmations_check" CHECK ("confirmations" > 0 AND "block_seconds" > 0)
);

CREATE TABLE "payment_methods" (
    "id" INTEGER NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    -- As clients name it, unique for the asset: the network's key, 'CRYPTOMEMO', 'INR', 'WIRETRY'.
    "key" TEXT NOT NULL,
    -- crypto: a network; bank: transfers that operators match; provider: pages of a payment provider
    "kind" TEXT NOT NULL,
    "network_id" SMALLINT,
    -- Of a token on the network; empty for the network's own coin.
    "contract" TEXT NOT NULL DEFAULT '',
    -- Decimals of the asset on the network.
    "decimals" SMALLINT,
    -- Depositors share one address and are told apart by a memo.
    "is_memo" BOOLEAN NOT NULL DEFAULT false,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tooltip" TEXT NOT NULL DEFAULT '',
    "position" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "payment_methods_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_methods_key_key" UNIQUE ("asset_id", "key"),
    CONSTRAINT "payment_methods_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "payment_methods_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id"),
    CONSTRAINT "payment_methods_kind_check" CHECK ("kind" IN ('crypto', 'bank', 'provider')),
    CONSTRAINT "payment_methods_network_check" CHECK (("kind" = 'crypto') = ("network_id" IS NOT NULL AND "decimals" IS NOT NULL))
);
-- A token is one asset on a network, a network's own coin too.
CREATE UNIQUE INDEX "payment_methods_coin_key" ON "payment_methods"("network_id", "contract") WHERE "network_id" IS NOT NULL;

-- What a deposit or a withdrawal by a method costs, and how much it may be. Whole units.
CREATE TABLE "payment_terms" (
    "method_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "amount_min" DECIMAL(38,18) NOT NULL DEFAULT 0,
    -- 0: no limit
    "amount_max" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "fee_fixed" DECIMAL(38,18) NOT NULL DEFAULT 0,
    "fee_ppm" INTEGER NOT NULL DEFAULT 0,
    "fee_min" DECIMAL(38,18) NOT NULL DEFAULT 0,
    -- 0: no limit
    "fee_max" DECIMAL(38,18) NOT NULL DEFAULT 0,

    CONSTRAINT "payment_terms_pkey" PRIMARY KEY ("method_id", "action"),
    CONSTRAINT "payment_terms_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id"),
    CONSTRAINT "payment_terms_action_check" CHECK ("action" IN ('deposit', 'withdraw')),
    CONSTRAINT "payment_terms_figures_check" CHECK (
        "amount_min" >= 0 AND ("amount_max" = 0 OR "amount_max" >= "amount_min") AND "fee_fixed" >= 0
        AND "fee_ppm" BETWEEN 0 AND 1000000 AND "fee_min" >= 0 AND ("fee_max" = 0 OR "fee_max" >= "fee_min"))
);

CREATE TABLE "deposits" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "method_id" INTEGER NOT NULL,
    -- What arrived, and what we keep of it. Whole units.
    "amount" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL DEFAULT 0,
    -- 1 to 14: packages/shared/src/contracts/payments/statuses.ts
    "status" SMALLINT NOT NULL,
    -- What the method knows it by: '<transaction>:<output>' of a network, the transaction id of a bank, an invoice.
    "reference" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "memo" TEXT NOT NULL DEFAULT '',
    "transaction_hash" TEXT NOT NULL DEFAULT '',
    "block_height" BIGINT,
    "block_hash" TEXT NOT NULL DEFAULT '',
    "confirmations" INTEGER NOT NULL DEFAULT 0,
    -- Why it waits or was refused, in the words that its user reads.
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "credited_at" TIMESTAMPTZ(3),

    CONSTRAINT "deposits_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "deposits_reference_key" UNIQUE ("method_id", "reference"),
    CONSTRAINT "deposits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "deposits_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "deposits_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id"),
    CONSTRAINT "deposits_status_check" CHECK ("status" BETWEEN 1 AND 14),
    CONSTRAINT "deposits_amount_check" CHECK ("amount" > 0 AND "fee" >= 0 AND "fee" <= "amount"),
    CONSTRAINT "deposits_credited_check" CHECK ("credited_at" IS NULL OR "status" IN (3, 7))
);
CREATE INDEX "deposits_user_id_idx" ON "deposits"("user_id", "id" DESC);
CREATE INDEX "deposits_open_idx" ON "deposits"("method_id", "id") WHERE "status" IN (1, 2, 5, 6, 10, 11, 14);

CREATE TABLE "withdrawals" (
    "id" BIGSERIAL NOT NULL,
    "user_id" BIGINT NOT NULL,
    "asset_id" SMALLINT NOT NULL,
    "method_id" INTEGER NOT NULL,
    -- What leaves the wallet; the receiver gets it less the fee. Whole units.
    "amount" DECIMAL(38,18) NOT NULL,
    "fee" DECIMAL(38,18) NOT NULL DEFAULT 0,
    -- What it was worth when it was requested, for the limits of a day.
    "usd_value" DECIMAL(38,18) NOT NULL,
    -- 1 to 14: packages/shared/src/contracts/payments/statuses.ts
    "status" SMALLINT NOT NULL,
    -- The client's, unique for the user.
    "idempotency_key" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "memo" TEXT NOT NULL DEFAULT '',
    "bank_id" BIGINT,
    "transaction_hash" TEXT NOT NULL DEFAULT '',
    "block_height" BIGINT,
    "confirmations" INTEGER NOT NULL DEFAULT 0,
    -- Why an operator has to look at it: 'large', 'velocity', 'new_address'.
    "risks" TEXT[] NOT NULL DEFAULT '{}',
    -- Why it waits, was refused or has failed, in the words that its user reads.
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "confirmed_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawals_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "withdrawals_idempotency_key" UNIQUE ("user_id", "idempotency_key"),
    CONSTRAINT "withdrawals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "withdrawals_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id"),
    CONSTRAINT "withdrawals_method_id_fkey" FOREIGN KEY ("method_id") REFERENCES "payment_methods"("id"),
    CONSTRAINT "withdrawals_status_check" CHECK ("status" BETWEEN 1 AND 14),
    CONSTRAINT "withdrawals_amount_check" CHECK ("amount" > 0 AND "fee" >= 0 AND "fee" < "amount" AND "usd_value" >= 0)
);
CREATE INDEX "withdrawals_user_id_idx" ON "withdrawals"("user_id", "id" DESC);
CREATE INDEX "withdrawals_open_idx" ON "withdrawals"("status", "id") WHERE "status" IN (1, 2, 5, 6, 10, 11, 14);
