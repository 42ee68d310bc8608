/** What all domains' calls are declared with, the calls and pushes of the socket, and the errors by code. */

export { DomainError, type ErrorBody, type ErrorCode, errorTable, plainRefusal, retryAfterSeconds } from '../errors.ts';
export { errorBody } from './common.ts';
export { countedMax } from './counted-rows.ts';
export type {
  Access,
  AnswerOf,
  Endpoint,
  EndpointName,
  Endpoints,
  LimitedRate,
  OperatorAccess,
  PartsOf,
  Received,
} from './endpoint.ts';
export { type RecordEvent, recordEvent } from './record-event.ts';
export {
  declareMethods,
  type ParamsOf,
  type PushOf,
  type ResultOf,
  type SocketAccess,
  type SocketMethods,
  type SocketPushes,
} from './socket.ts';
export { socketMethods, socketPushes } from './socket-tables.ts';
