/** What operators do, and the rule of two persons. */
export { operationsRoutes } from './console/index.ts';
export { createOperatorConsole } from './console/operator-console.ts';
export { changePermissions, createOperator, type NewOperator, operatorName } from './operator.ts';
export { shownPayload } from './payloads.ts';
export { approveRequest, findRequest, type OperatorRequest, pendingRequests, rejectRequest } from './requests.ts';
export { submitAction } from './submit.ts';
export { findTwoPersonAction, type TwoPersonActions, twoPersonActions } from './two-person-actions.ts';
