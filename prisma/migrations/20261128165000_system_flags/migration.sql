-- What operators set for the whole exchange while it runs. Apart from system_settings, whose rows are the exchange's own: operators write none of those.
CREATE TABLE "system_flags" (
    -- Of the list in packages/shared/src/contracts/system/flags.ts, which judges the value.
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    -- Counts the changes, so that of two operators who change the same the second one notices.
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "system_flags_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "system_flags_bounded_check" CHECK (length("key") <= 40 AND length("value"::text) <= 10000)
);
