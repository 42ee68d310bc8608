/** Work that is done later or repeatedly: see docs/jobs.md. What no domain uses yet is exported from its file, and comes here with its first user. */

export { daily, declareJob, every, handle, type IntervalJob, type Job } from './define.ts';
export { cancelJob, cancelJobById, enqueue, type JobReport } from './enqueue.ts';
export type { JobProgress, JobRun, JobType } from './job-types.ts';
export { countJobs, dropJob, type JobDetails, type JobLine, listJobs, repeatJob, showJob } from './operator.ts';
export { type RunningJobs, startJobs } from './runner.ts';
export { openUpkeep } from './upkeep/index.ts';
export { makeMonthPartitions } from './upkeep/month-partitions.ts';
export { outboxFigures } from './upkeep/relay-outbox.ts';
