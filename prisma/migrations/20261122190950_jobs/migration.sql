-- CreateTable
CREATE TABLE "jobs" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "run_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "progress" JSONB,
    "result" JSONB,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_steps" (
    "job_id" BIGINT NOT NULL,
    "step" TEXT NOT NULL,

    CONSTRAINT "job_steps_pkey" PRIMARY KEY ("job_id","step")
);

-- CreateIndex
CREATE INDEX "jobs_state_finished_at_id_idx" ON "jobs"("state", "finished_at", "id");

-- AddForeignKey
ALTER TABLE "job_steps" ADD CONSTRAINT "job_steps_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "jobs" ADD CONSTRAINT "jobs_state_check" CHECK ("state" IN ('waiting', 'running', 'done', 'dead', 'cancelled'));
-- One job of a name and key waits at a time; another one may still run, and holds the waiting one up.
CREATE UNIQUE INDEX "jobs_waiting_key" ON "jobs" ("name", "key") WHERE "state" = 'waiting';
CREATE INDEX "jobs_due_idx" ON "jobs" ("name", "due_at") WHERE "state" = 'waiting';
CREATE INDEX "jobs_held_idx" ON "jobs" ("name", "key") WHERE "run_id" IS NOT NULL;
CREATE INDEX "jobs_running_idx" ON "jobs" ("name") WHERE "state" = 'running';
