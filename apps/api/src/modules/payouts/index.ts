/** Pays approved withdrawals on networks. */
export { payoutJobs } from './jobs.ts';
