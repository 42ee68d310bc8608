/** The network of a test: answers by "METHOD /path", and a record of what was sent. Everything behind it is real. */
import { vi } from 'vitest';

export interface SentRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

interface Answer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}
type Responder = (request: SentRequest) => Answer | Promise<Answer>;

/** Of a form what its fields say; a field that comes several times is a list. */
function bodyOf(body: RequestInit['body']): unknown {
  if (!body) return undefined;
  if (!(body instanceof FormData)) return JSON.parse(String(body));
  const fields: Record<string, unknown> = {};
  for (const name of new Set(body.keys())) {
    const values = body.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

export function startNetwork(routes: Record<string, Responder>) {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      body: bodyOf(init.body),
    };
    sent.push(request);
    const responder = routes[`${request.method} ${url.pathname}`];
    if (!responder) throw new TypeError(`nobody answers ${request.method} ${url.pathname}`);
    const { status = 200, body, headers = {} } = await responder(request);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
  });
  return { sent, sentTo: (path: string) => sent.filter((request) => request.path.split('?')[0] === path) };
}

/** What a page reads of the answer of a sign-in or refresh. @param lifeSeconds of the access token */
export function tokens(name: string, lifeSeconds = 300) {
  return {
    access_token: name,
    token_expire: Math.floor(Date.now() / 1000) + lifeSeconds,
  };
}

export function refusal(code: string, message: string, fields: Record<string, string[]> = {}) {
  return { errors: { message: [message], ...fields }, code };
}
