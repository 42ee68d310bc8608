-- When a market is to open: decided by two operators, done by the worker.
CREATE TABLE "market_openings" (
    "market_id" SMALLINT NOT NULL,
    "open_at" TIMESTAMPTZ(3) NOT NULL,
    -- Those that two have read and approved: it opens by no others.
    "figures" JSONB NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The operator who has approved it; NULL where one was enough.
    "approved_by" TEXT,
    -- When the engine was told to open it.
    "sent_at" TIMESTAMPTZ(3),
    -- Why it has not opened; NULL while its time is to come.
    "problem" TEXT,

    CONSTRAINT "market_openings_pkey" PRIMARY KEY ("market_id"),
    CONSTRAINT "market_openings_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "market_openings_bounded_check" CHECK (length("figures"::text) <= 10000),
    CONSTRAINT "market_openings_problem_check" CHECK ("problem" IN ('figures_changed', 'refused'))
);
