-- What each edit of an offer has changed of what its borrowers agree to: a bid that was made from an earlier version is told so.
CREATE TABLE "p2p_offer_edits" (
    "offer_id" BIGINT NOT NULL,
    -- That the edit has made.
    "version" INTEGER NOT NULL,
    -- Terms by their names on the wire; none when nothing of them is another.
    "changed" TEXT[] NOT NULL,

    CONSTRAINT "p2p_offer_edits_pkey" PRIMARY KEY ("offer_id", "version"),
    CONSTRAINT "p2p_offer_edits_version_check" CHECK ("version" > 1),
    CONSTRAINT "p2p_offer_edits_offer_id_fkey" FOREIGN KEY ("offer_id") REFERENCES "p2p_offers"("id")
);
