-- The user for whom a long job works: one of a user runs at a time, and users take turns.
ALTER TABLE "jobs" ADD COLUMN "owner" BIGINT;
