import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refusal, startNetwork, tokens } from '../testing/network.ts';
import type * as ClientModule from './client.ts';
import type * as SessionModule from './session.ts';

let client: typeof ClientModule;
let session: typeof SessionModule;

/** A page load: fresh modules over the storage that was left behind. */
async function loadPage(): Promise<void> {
  vi.resetModules();
  session = await import('./session.ts');
  client = await import('./client.ts');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a reload brings the session back by the cookie alone; no token is in storage', async () => {
  startNetwork({ 'POST /v2/apirefreshToken': () => ({ body: tokens('second') }) });
  await loadPage();
  session.startSession(tokens('first'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('first');
  await loadPage();
  expect(session.sessionStatus.getState()).toBe('restoring');
  expect(await session.accessToken()).toBe('second');
  expect(session.sessionStatus.getState()).toBe('signedIn');
});

test('where storage is blocked a reload asks the server, whom the cookie tells who is signed in', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  let hasCookie = true;
  const ended = { status: 401, body: refusal('invalid_token', 'Your session has ended. Please log in again.') };
  const network = startNetwork({
    'POST /v2/apirefreshToken': () => (hasCookie ? { body: tokens('mine') } : ended),
  });
  await loadPage();
  expect(await session.accessToken()).toBe('mine');
  expect(session.sessionStatus.getState()).toBe('signedIn');
  hasCookie = false;
  await loadPage();
  expect(session.sessionStatus.getState()).toBe('restoring');
  expect(await session.accessToken()).toBeNull();
  expect(session.sessionStatus.getState()).toBe('anonymous');
  expect(await session.accessToken()).toBeNull();
  expect(network.sentTo('/v2/apirefreshToken')).toHaveLength(2);
});

test('where locks and channels are refused the session goes on without them', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    },
  );
  const request = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  startNetwork({ 'POST /v2/apirefreshToken': () => ({ body: tokens('new') }) });
  await loadPage();
  session.startSession(tokens('old', 14));
  expect(await session.accessToken()).toBe('new');
});

test('a device whose clock is an hour fast keeps its token until it ends', async () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const date = new Date(Date.now() - 3_600_000);
  const issued = { access_token: 'first', token_expire: Math.floor(date.getTime() / 1_000) + 300 };
  const network = startNetwork({
    'POST /v2/apirefreshToken': () => ({ body: issued, headers: { Date: date.toUTCString() } }),
  });
  localStorage.setItem('pelican.session', '1');
  await loadPage();
  expect(await session.accessToken()).toBe('first');
  expect(await session.accessToken()).toBe('first');
  expect(network.sentTo('/v2/apirefreshToken')).toHaveLength(1);
});

test('calls that find an old token share one refresh, and all go out with the new one', async () => {
  const network = startNetwork({
    'POST /v2/apirefreshToken': () => ({ body: tokens('new') }),
    'GET /v2/order': () => ({ body: { result: [] } }),
  });
  await loadPage();
  session.startSession(tokens('old', 14));
  await Promise.all([
    client.request('GET', '/v2/order', {}),
    client.request('GET', '/v2/order', {}),
    client.request('GET', '/v2/order', {}),
  ]);
  expect(network.sentTo('/v2/apirefreshToken')).toHaveLength(1);
  expect(network.sentTo('/v2/order').map((request) => request.headers.get('Authorization'))).toEqual([
    'Bearer new',
    'Bearer new',
    'Bearer new',
  ]);
});

test('a token the server refuses is renewed once and the call repeated', async () => {
  const network = startNetwork({
    'POST /v2/apirefreshToken': () => ({ body: tokens('new') }),
    'GET /v2/order': ({ headers }) =>
      headers.get('Authorization') === 'Bearer new'
        ? { body: { result: [] } }
        : { status: 401, body: refusal('invalid_token', 'Your session has ended. Please log in again.') },
  });
  await loadPage();
  session.startSession(tokens('revoked'));
  await client.request('GET', '/v2/order', {});
  expect(network.sentTo('/v2/order')).toHaveLength(2);
  expect(session.sessionStatus.getState()).toBe('signedIn');
});

test('when the refresh is refused too, the session is over and sign-in is asked for', async () => {
  const ended = { status: 401, body: refusal('invalid_token', 'Your session has ended. Please log in again.') };
  startNetwork({ 'POST /v2/apirefreshToken': () => ended, 'GET /v2/order': () => ended });
  await loadPage();
  const toSignIn = vi.fn();
  client.onSessionEnded(toSignIn);
  session.startSession(tokens('revoked'));
  await expect(client.request('GET', '/v2/order', {})).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  expect(toSignIn).toHaveBeenCalledOnce();
  expect(session.sessionStatus.getState()).toBe('anonymous');
});

test('a session in use that the server ends is no silent sign-out, and is said once', async () => {
  const ended = { status: 401, body: refusal('invalid_token', 'Your session has ended. Please log in again.') };
  startNetwork({ 'POST /v2/apirefreshToken': () => ended, 'GET /v2/order': () => ended });
  await loadPage();
  const { toasts } = await import('../ui/notify.ts');
  session.startSession(tokens('revoked'));
  expect(await session.accessToken('revoked')).toBeNull();
  await client.request('GET', '/v2/order', {}).catch(() => undefined);
  expect(toasts.getState().map(({ text, count }) => [text, count])).toEqual([
    [expect.stringMatching(/^You were signed out/), 1],
  ]);
});

test('who signs out reads nothing of a call that is refused meanwhile', async () => {
  const refused = { status: 401, body: refusal('invalid_token', 'Your session has ended. Please log in again.') };
  let answer = (_: typeof refused) => {};
  const network = startNetwork({
    'GET /v2/order': () => new Promise((resolve) => (answer = resolve)),
    'POST /logout': () => ({ body: { success: true } }),
  });
  await loadPage();
  const { toasts } = await import('../ui/notify.ts');
  const { logout } = await import('./auth.ts');
  const toSignIn = vi.fn();
  client.onSessionEnded(toSignIn);
  session.startSession(tokens('good'));
  const call = client.request('GET', '/v2/order', {});
  await vi.waitFor(() => expect(network.sentTo('/v2/order')).toHaveLength(1));
  await logout();
  expect(network.sentTo('/logout')[0]?.headers.get('Authorization')).toBe('Bearer good');
  answer(refused);
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect(network.sentTo('/v2/apirefreshToken')).toEqual([]);
  expect(toSignIn).not.toHaveBeenCalled();
  expect(toasts.getState()).toEqual([]);
});

test('a dead network is a notice and an error of status 0, and signs nobody out', async () => {
  startNetwork({});
  await loadPage();
  const { toasts } = await import('../ui/notify.ts');
  session.startSession(tokens('good'));
  await expect(client.request('GET', '/v2/order', {})).rejects.toMatchObject({
    status: 0,
    code: 'network',
    outcomeUnknown: true,
  });
  expect(toasts.getState().map((toast) => toast.text)).toEqual(['Something happen with your network connection.']);
  expect(session.sessionStatus.getState()).toBe('signedIn');
});

test('the headers of the specification are sent: client, CSRF token as last received', async () => {
  const network = startNetwork({
    'POST /a': () => ({ body: {}, headers: { 'X-CSRF-Token': 'csrf-1' } }),
    'POST /b': () => ({ body: {} }),
  });
  await loadPage();
  await client.request('POST', '/a', { anonymous: true });
  await client.request('POST', '/b', { anonymous: true, idempotencyKey: 'key-1' });
  const { headers } = network.sentTo('/b')[0] as { headers: Headers };
  expect(headers.get('X-CSRF-Token')).toBe('csrf-1');
  expect(headers.get('X-Client-Id')).toBe('pelican-web');
  expect(headers.has('X-Client-Secret')).toBe(true);
  expect(headers.get('Idempotency-Key')).toBe('key-1');
});

test('each call that changes something has a trace id of its own, and reads have none', async () => {
  const network = startNetwork({ 'POST /a': () => ({ body: {} }), 'GET /b': () => ({ body: {} }) });
  await loadPage();
  await client.request('POST', '/a', { anonymous: true });
  await client.request('POST', '/a', { anonymous: true });
  await client.request('GET', '/b', { anonymous: true });
  const [first, second] = network.sentTo('/a').map(({ headers }) => headers.get('traceparent'));
  expect(first).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/);
  expect(second).toMatch(/^00-/);
  expect(second).not.toBe(first);
  expect(network.sentTo('/b')[0]?.headers.has('traceparent')).toBe(false);
});

test('errors carry code, messages and fields; a page of HTML is an error of the server', async () => {
  startNetwork({
    'POST /fields': () => ({ status: 422, body: refusal('email_taken', 'Form is not valid', { email: ['Taken'] }) }),
    'POST /html': () => ({ status: 502, body: '<html>' }),
  });
  await loadPage();
  await expect(client.request('POST', '/fields', { anonymous: true })).rejects.toMatchObject({
    code: 'email_taken',
    messages: ['Form is not valid'],
    fields: { email: ['Taken'] },
  });
  await expect(client.request('POST', '/html', { anonymous: true })).rejects.toMatchObject({
    code: 'unreadable',
    messages: ['Error on server'],
  });
});
