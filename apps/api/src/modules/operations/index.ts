/** What operators do, and the rule of two persons. */
export type { OperatorAction } from './action.ts';
export {
  approveRequest,
  findRequest,
  makeRequest,
  type OperatorRequest,
  pendingRequests,
  rejectRequest,
} from './requests.ts';
export { operationsRoutes } from './routes.ts';
