/** Payment methods, their terms and fees: what other modules may use. */
export { paymentsRoutes } from './routes.ts';
export { createPaymentsService } from './service.ts';
