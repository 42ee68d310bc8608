-- What the contract of a token names, as the watcher has read it last.
CREATE TABLE "contract_decimals" (
    "network_id" SMALLINT NOT NULL,
    "contract" TEXT NOT NULL,
    -- Null: it names none.
    "decimals" SMALLINT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "contract_decimals_pkey" PRIMARY KEY ("network_id", "contract"),
    CONSTRAINT "contract_decimals_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id")
);

-- Of a transfer on a network in its smallest unit, from which the amount is counted again; null of other deposits and of older ones.
ALTER TABLE "deposits" ADD COLUMN "units" NUMERIC(78, 0);
