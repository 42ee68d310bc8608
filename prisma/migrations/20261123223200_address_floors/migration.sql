-- Which addresses may be given to users: those whose index is not below the newest floor, while that floor is of this server's timeline.
-- A promoted replica and a restored Postgres do not know whom the last addresses were given to, so they begin at a floor of their own.
CREATE TABLE "address_floors" (
    "first_index" BIGINT NOT NULL,
    -- Of Postgres' write-ahead log: another one after each promotion and each recovery to a point in time.
    "timeline" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "address_floors_pkey" PRIMARY KEY ("first_index")
);

-- The floor whose lost addresses (given, and not in this Postgres) are among the rows of deposit_addresses.
ALTER TABLE "chain_cursors" ADD COLUMN "watched_floor" BIGINT NOT NULL DEFAULT 0;
