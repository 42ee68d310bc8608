-- After a restore or a promotion nothing is paid by a method until operators have compared it with what its network or its bank has paid.
ALTER TABLE "address_floors"
    -- Withdrawals below it were requested before this state of Postgres; 0 for the first state of all, which has none.
    ADD COLUMN "first_withdrawal" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "payout_comparisons" (
    -- The state of Postgres that was compared: a floor of its timeline.
    "floor" BIGINT NOT NULL,
    -- 'network:<id>', or 'method:<id>' of a method that is on no network.
    "place" TEXT NOT NULL,
    "compared_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "payout_comparisons_pkey" PRIMARY KEY ("floor", "place"),
    CONSTRAINT "payout_comparisons_floor_fkey" FOREIGN KEY ("floor") REFERENCES "address_floors"("first_index")
);
