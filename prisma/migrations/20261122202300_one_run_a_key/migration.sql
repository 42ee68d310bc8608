-- One run of a name and key at a time, also when two workers claim two jobs of the key at the same moment.
DROP INDEX "jobs_held_idx";
CREATE UNIQUE INDEX "jobs_held_key" ON "jobs" ("name", "key") WHERE "run_id" IS NOT NULL;
