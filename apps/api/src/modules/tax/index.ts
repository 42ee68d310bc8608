/** The tax centre: see docs/decisions/0132-the-tax-centre.md. */
export { openTaxJobs } from './jobs.ts';
export { taxRoutes } from './routes.ts';
