/**
 * Every call of the API goes through here: fresh token, headers, one typed error, and the two things that concern the
 * whole page: an ended session leads to sign-in, a dead network gives a notice.
 */
import { message } from '../platform/i18n.ts';
import { notify } from '../ui/notify.ts';
import { ApiError } from './api-error.ts';
import { askToAnswer } from './challenges.ts';
import { exchangeIsAway } from './reachability.ts';
import { accessToken, endSession, onSessionRefused, sessionStatus } from './session.ts';
import { newTraceparent } from './traceparent.ts';
import { type Method, type RawRequest, send } from './transport.ts';

export interface CallOptions {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** For POSTs that move money: a repeat with the same key answers the first result. */
  idempotencyKey?: string;
  /** The solution of a visitor's captcha, where the body is a form with files. */
  captcha?: string | undefined;
  signal?: AbortSignal;
  read?: RawRequest['read'];
  /** The call works signed out; its 401 is an answer (wrong password) and no ended session. */
  anonymous?: boolean;
}

let toSignIn: () => void = () => {};

/** The router says how to get to sign-in with the present address to come back to. */
export function onSessionEnded(go: () => void): void {
  toSignIn = go;
}

const sayEnded = () => notify.warning(message('errors.sessionEnded'));
onSessionRefused(() => {
  sayEnded();
  toSignIn();
});

function address(path: string, query: CallOptions['query']): string {
  if (!query) return path;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, String(value));
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

interface Identification {
  token: string | null;
  /** The id of a challenge that was answered for this very call. */
  proof?: string;
}

async function sendAs({ token, proof }: Identification, method: Method, path: string, options: CallOptions) {
  const headers: Record<string, string> = {};
  if (proof !== undefined) headers['X-Step-Up'] = proof;
  if (token) headers.Authorization = `Bearer ${token}`;
  // What changes something can be followed through the servers.
  if (method !== 'GET') headers.traceparent = newTraceparent();
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.captcha) headers['X-Captcha'] = options.captcha;
  return send({
    method,
    path: address(path, options.query),
    headers,
    ...(options.body === undefined ? {} : { body: options.body }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.read ? { read: options.read } : {}),
  });
}

async function sendWithSession(method: Method, path: string, options: CallOptions, proof?: string): Promise<unknown> {
  const token = options.anonymous ? null : await accessToken();
  const shown = proof === undefined ? {} : { proof };
  try {
    return await sendAs({ token, ...shown }, method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || options.anonymous) throw error;
    // Refused although it looked fresh: once more with a new one, then the session is over. A 401 is given before
    // anything is done, so the call may be repeated.
    const fresh = token === null ? null : await accessToken(token);
    if (fresh) return sendAs({ token: fresh, ...shown }, method, path, options);
    throw error;
  }
}

/** A call that is refused with a challenge is repeated, once the person has answered it. */
async function sendWithProof(method: Method, path: string, options: CallOptions): Promise<unknown> {
  try {
    return await sendWithSession(method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge || !(await askToAnswer(error.challenge))) throw error;
    return sendWithSession(method, path, options, error.challenge.id);
  }
}

/** @throws ApiError */
export async function request(method: Method, path: string, options: CallOptions): Promise<unknown> {
  const before = sessionStatus.getState();
  try {
    return await sendWithProof(method, path, options);
  } catch (error) {
    // While the exchange is away a bar says so: reads that go on in the background add nothing.
    const isSaid = method === 'GET' && exchangeIsAway.getState();
    if (error instanceof ApiError && error.status === 0 && !isSaid)
      notify.error(error.messages[0] ?? message('errors.network'));
    // A session that was in use and is no more has been signed out, or its refused refresh has said so.
    const isOver = before === 'signedIn' && sessionStatus.getState() === 'anonymous';
    if (error instanceof ApiError && error.status === 401 && !options.anonymous && !isOver) {
      if (before !== 'anonymous') sayEnded();
      endSession();
      toSignIn();
    }
    throw error;
  }
}
