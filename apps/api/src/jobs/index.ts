/** Work that is done later, or again and again: see docs/jobs.md. */
export { daily, declareJob, every, handle, type Job, type JobType } from './define.ts';
export { cancelJob, cancelJobById, enqueue, type JobProgress, type JobReport, readJob } from './enqueue.ts';
export type { JobRun } from './job-run.ts';
export { type RunningJobs, startJobs } from './runner.ts';
