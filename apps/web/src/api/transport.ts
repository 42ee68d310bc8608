/** The headers and cookies of a call, and the reading of its answer. Knows nothing of sessions. */
import { message } from '../platform/i18n.ts';
import { ApiError, errorFromBody } from './api-error.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export interface RawRequest {
  method: Method;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface RawAnswer {
  body: unknown;
  /** The server's clock less ours, in ms; null when the answer does not say. */
  clockSkewMs: number | null;
}

/** The server sets it beside its session cookie, readable, so that a reload and the other tabs have the newest. */
const csrfCookie = /(?:^|;\s*)pelican_csrf=([^;]+)/;
let lastCsrfToken: string | null = null;
/** A public identifier of this client; it authorises nothing. */
const clientHeaders = { 'X-Client-Id': 'pelican-web', 'X-Client-Secret': 'public' };

function csrfToken(): string | null {
  const inCookie = csrfCookie.exec(document.cookie)?.[1];
  return inCookie ? decodeURIComponent(inCookie) : lastCsrfToken;
}

function keepCsrfToken(response: Response): void {
  lastCsrfToken = response.headers.get('X-CSRF-Token') ?? lastCsrfToken;
}

export function forgetCsrfToken(): void {
  lastCsrfToken = null;
}

function clockSkew(response: Response): number | null {
  const serverTimeMs = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(serverTimeMs) ? null : serverTimeMs - Date.now();
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

/** @throws ApiError for every answer that is no success, and with status 0 when there was none */
export async function send(request: RawRequest): Promise<RawAnswer> {
  const headers: Record<string, string> = { Accept: 'application/json', ...clientHeaders, ...request.headers };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  const csrf = csrfToken();
  if (csrf) headers['X-CSRF-Token'] = csrf;
  let response: Response;
  try {
    response = await fetch(request.path, {
      method: request.method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal ? { signal: request.signal } : {}),
    });
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'network', messages: [message('errors.network')], cause });
  }
  keepCsrfToken(response);
  const body = await readBody(response);
  const requestId = response.headers.get('X-Request-Id');
  if (!response.ok) throw errorFromBody(response.status, body, message('errors.server'), requestId);
  if (body === undefined)
    throw new ApiError({
      status: response.status,
      code: 'unreadable',
      messages: [message('errors.server')],
      requestId,
    });
  return { body, clockSkewMs: clockSkew(response) };
}
