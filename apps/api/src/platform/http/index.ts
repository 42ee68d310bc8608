export type { Guard, Guards } from './access.ts';
export { addressKey, addressKeys } from './address-key.ts';
export { AddressAmounts, addressesOfSite } from './address-limits.ts';
export { etagOf, matchesEtag } from './cacheable-answer.ts';
export { type CsrfTokens, createCsrfTokens } from './csrf.ts';
export { csvLine } from './csv.ts';
export { type Call, type Handlers, hot, serve } from './endpoints.ts';
export { addVary } from './headers.ts';
export { escapeHtml } from './html.ts';
export { toDomainError } from './http-errors.ts';
export { createHttpServer, type HttpServer } from './http-server.ts';
export { OneEachTurn } from './one-each-turn.ts';
export { describeApi, serveApiDocument } from './openapi.ts';
export { isOperatorRequest } from './operator-access.ts';
export type { ChangedTexts, PublishedItems, VisitedItem } from './page-head.ts';
export { pagePolicy } from './page-policy.ts';
export { isScope, type Operator, type Principal, type Scope, scopes } from './principal.ts';
export { createAddressRateLimit, createRateLimit, tooMany, type UserRateLimit } from './rate-limit.ts';
export {
  createPrivateReadQueue,
  createPublicReadQueue,
  type PrivateReadQueue,
  type PrivateReads,
  type PublicReads,
  pageRows,
  queryRows,
  type Reader,
  type ReadLimits,
  type ReadQueue,
} from './read-queue.ts';
export { takeShared, type Window, windowsOfAddress } from './shared-limits.ts';
export { demandSignature, serveSigned } from './signed-calls.ts';
export { serveClient } from './static-client.ts';
export { createTokenBuckets } from './token-bucket.ts';
export { TurnQueue } from './turn-queue.ts';
