-- When there was last a price of each pair that its pledges may be sold by. After a pause nothing is sold until borrowers have had time to act.
CREATE TABLE "p2p_beats" (
    "money_id" SMALLINT NOT NULL,
    "pledge_id" SMALLINT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,
    "sales_not_before" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "p2p_beats_pkey" PRIMARY KEY ("money_id", "pledge_id")
);
INSERT INTO "p2p_beats" ("money_id", "pledge_id", "beat_at", "sales_not_before")
    SELECT DISTINCT "money_id", "pledge_id", "beat_at", "sales_not_before" FROM "p2p_loans", "p2p_watch" WHERE "state" IN ('active', 'overdue');
DROP TABLE "p2p_watch";
