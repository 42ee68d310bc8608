-- An opening stays until the engine has answered; why it has not opened is a code.
ALTER TABLE "market_openings"
    -- The operator who has approved it; NULL where one was enough.
    ADD COLUMN "approved_by" TEXT,
    -- When the engine was told to open it.
    ADD COLUMN "sent_at" TIMESTAMPTZ(3);
UPDATE "market_openings" SET "problem" = 'figures_changed' WHERE "problem" IS NOT NULL;
ALTER TABLE "market_openings"
    ADD CONSTRAINT "market_openings_problem_check" CHECK ("problem" IN ('figures_changed', 'refused'));
