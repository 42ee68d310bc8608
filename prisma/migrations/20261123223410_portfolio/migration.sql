-- What each account had of each asset at the beginning of hours, for the chart of its value.
-- Hours whose balances were written.
CREATE TABLE "portfolio_hours" (
    "taken_at" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "portfolio_hours_pkey" PRIMARY KEY ("taken_at")
);

-- A row where the amount is another one than at the row before.
CREATE TABLE "portfolio_balances" (
    "user_id" BIGINT NOT NULL,
    "asset_id" INTEGER NOT NULL,
    "taken_at" TIMESTAMPTZ(0) NOT NULL,
    -- Of the main, trade and futures wallets together.
    "amount" DECIMAL(38,18) NOT NULL,

    CONSTRAINT "portfolio_balances_pkey" PRIMARY KEY ("user_id", "asset_id", "taken_at"),
    CONSTRAINT "portfolio_balances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id"),
    CONSTRAINT "portfolio_balances_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets"("id")
);
CREATE INDEX "portfolio_balances_taken_at_idx" ON "portfolio_balances"("taken_at");
