/** The headers and cookies of a call, and the reading of its answer. Knows nothing of sessions. */
import { setServerTime } from '../platform/clock.ts';
import { message } from '../platform/i18n.ts';
import { ApiError, errorFromBody } from './api-error.ts';
import { isOfProxy, untilReached } from './reachability.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface RawRequest {
  method: Method;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Of an answer that is no JSON. */
  read?: (answer: Response) => Promise<unknown>;
}

/** The server sets it beside its session cookie, readable, so that a reload and the other tabs have the newest. */
const csrfCookies = [/(?:^|;\s*)__Host-pelican_csrf=([^;]+)/, /(?:^|;\s*)pelican_csrf=([^;]+)/];
let lastCsrfToken: string | null = null;
/** The server itself gives up on its engine after 5 s; a call without an answer after that gets none. */
export const answerTimeoutMs = 15_000;
/** A form with files takes as long as the server lets a request take. */
const formTimeoutMs = 40_000;
/** A public identifier of this client; it authorises nothing. */
const clientHeaders = { 'X-Client-Id': 'pelican-web', 'X-Client-Secret': 'public' };

/** Empty where the page may not read cookies. */
function readableCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

function csrfToken(): string | null {
  const cookies = readableCookies();
  // Over https only the first one counts: another may be left over, or planted without https.
  const inCookie = csrfCookies.map((cookie) => cookie.exec(cookies)?.[1]).find(Boolean);
  return inCookie ? decodeURIComponent(inCookie) : lastCsrfToken;
}

function keepCsrfToken(response: Response): void {
  lastCsrfToken = response.headers.get('X-CSRF-Token') ?? lastCsrfToken;
}

export function forgetCsrfToken(): void {
  lastCsrfToken = null;
}

function readServerTime(response: Response): void {
  const timeMs = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(timeMs)) setServerTime(timeMs);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ReadAnswer {
  response: Response;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/** Sends and reads to the end. @throws ApiError "timeout" or "network", both with status 0 */
async function exchange(request: RawRequest, headers: Record<string, string>): Promise<ReadAnswer> {
  const abort = new AbortController();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      abort.abort();
    },
    request.body instanceof FormData ? formTimeoutMs : answerTimeoutMs,
  );
  const onAbort = () => abort.abort(request.signal?.reason);
  if (request.signal?.aborted) onAbort();
  request.signal?.addEventListener('abort', onAbort);
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers,
      credentials: 'same-origin',
      // Asked each time; what is public and still the same comes without its body.
      cache: 'no-cache',
      signal: abort.signal,
      ...(request.body === undefined
        ? {}
        : { body: request.body instanceof FormData ? request.body : JSON.stringify(request.body) }),
    });
    readServerTime(response);
    return { response, body: await (response.ok && request.read ? request.read : readBody)(response) };
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    void untilReached();
    const code = timedOut ? 'timeout' : 'network';
    throw new ApiError({ status: 0, code, messages: [message(`errors.${code}`)], cause });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
  }
}

/** @returns the answer's body @throws ApiError for every answer that is no success, and with status 0 when no complete one came in time */
export async function send(request: RawRequest): Promise<unknown> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Locale': document.documentElement.lang,
    ...clientHeaders,
    ...request.headers,
  };
  // Of a form the browser writes it, with the boundary of its parts.
  if (request.body !== undefined && !(request.body instanceof FormData)) headers['Content-Type'] = 'application/json';
  const csrf = csrfToken();
  if (csrf) headers['X-CSRF-Token'] = csrf;
  const { response, body } = await exchange(request, headers);
  keepCsrfToken(response);
  const requestId = response.headers.get('X-Request-Id');
  if (!response.ok) {
    const retryAfterSeconds = Number(response.headers.get('Retry-After')) || null;
    const error = errorFromBody(response.status, body, message('errors.server'), { requestId, retryAfterSeconds });
    if (error.code === 'unreadable' && isOfProxy(error.status)) void untilReached();
    throw error;
  }
  if (body === undefined)
    throw new ApiError({
      status: response.status,
      code: 'unreadable',
      messages: [message('errors.server')],
      requestId,
    });
  return body;
}
