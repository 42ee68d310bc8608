/** The value of accounts over time. */
export { openPortfolioJobs } from './jobs.ts';
export { portfolioRoutes } from './routes.ts';
export { deleteSnapshotsOf } from './snapshots.ts';
