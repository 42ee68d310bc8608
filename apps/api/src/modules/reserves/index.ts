/** Proofs of reserves, and where the exchange's money lies. */
export { openReservesJobs } from './jobs.ts';
export { forgetLeavesOf } from './make-proof.ts';
export { enqueueProof } from './operator.ts';
export { reservesOperatorRoutes } from './operator-routes.ts';
export { reservesRoutes } from './routes.ts';
