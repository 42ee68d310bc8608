/** Requests, answers, refusals and notifications as text. */
import { type ErrorCode, errorTable, type PushOf, retryAfterSeconds, socketPushes } from '@pelican/shared/contracts';
import { toDomainError } from '../../../platform/http/index.ts';

export interface Request {
  /** As JSON, echoed exactly. */
  idText: string;
  method: string;
  params: unknown[];
  /** As the HTTP header of that name; unchecked. */
  traceparent: unknown;
}

export type ParsedRequest = { request: Request } | { idText: string };

const idLengthMax = 64;

function readId(id: unknown): string | undefined {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : undefined;
  return typeof id === 'string' && id.length <= idLengthMax ? JSON.stringify(id) : undefined;
}

/** A message's text as a request, or the id (as JSON, `null` when unreadable) to refuse it with. */
export function parseRequest(text: string): ParsedRequest {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { idText: 'null' };
  }
  if (typeof message !== 'object' || message === null) return { idText: 'null' };
  const { id, method, params, traceparent } = message as Record<string, unknown>;
  const idText = readId(id);
  if (idText === undefined) return { idText: 'null' };
  if (typeof method !== 'string' || !Array.isArray(params)) return { idText };
  return { request: { idText, method, params, traceparent } };
}

/** @param resultJson the result as JSON */
export function answer(resultJson: string, idText: string): string {
  return `{"error":null,"result":${resultJson},"id":${idText}}`;
}

/** The declared pushes of all domains. */
export type PushName = keyof typeof socketPushes;
export type PushParams<Name extends PushName> = PushOf<(typeof socketPushes)[Name]>;

/** The name as one that is declared. @throws Error when it is not: a fault of the program */
export function pushNamed(name: string): PushName {
  if (!isDeclared(name)) throw new Error(`no push is declared as ${name}`);
  return name;
}

function isDeclared(name: string): name is PushName {
  return Object.hasOwn(socketPushes, name);
}

/** A push, held against its declaration by the compiler. */
export function notification<Name extends PushName>(name: Name, params: PushParams<Name>): string {
  return notificationJson(name, JSON.stringify(params));
}

/**
 * A push whose params are JSON already, for what is made by the thousand: the compiler knows nothing of them.
 * @param paramsJson the list of params
 */
export function notificationJson(name: PushName, paramsJson: string): string {
  return `{"method":"${name}","params":${paramsJson},"id":null}`;
}

export interface RpcError {
  code: number;
  message: string;
  /** Our error code, the same as over HTTP. */
  name: ErrorCode;
  /** Texts by field, when a field is to blame. */
  fields?: Record<string, string[]>;
  /** Seconds until a retry may succeed, where that is known. */
  retry_after?: number;
}

export function rpcError(error: unknown): RpcError {
  const refusal = toDomainError(error);
  const { code: name, fields } = refusal;
  const result: RpcError = { code: errorTable[name].socket, message: refusal.message, name };
  if (Object.keys(fields).length > 0) result.fields = fields;
  const waitSeconds = retryAfterSeconds(refusal);
  if (waitSeconds !== undefined) result.retry_after = waitSeconds;
  return result;
}

export function refusal(error: RpcError, idText: string): string {
  return `{"error":${JSON.stringify(error)},"result":null,"id":${idText}}`;
}
