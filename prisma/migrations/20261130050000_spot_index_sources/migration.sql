-- Where the ticker takes the index of a spot market from that has no perpetual: USDT_INR, by which rupees are lent, and coins that are
-- pledged only.
CREATE TABLE "spot_index_sources" (
    "market_id" SMALLINT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "weight" DECIMAL(38,18) NOT NULL,
    "config" JSONB NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "spot_index_sources_pkey" PRIMARY KEY ("market_id", "id"),
    CONSTRAINT "spot_index_sources_market_id_fkey" FOREIGN KEY ("market_id") REFERENCES "markets"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
