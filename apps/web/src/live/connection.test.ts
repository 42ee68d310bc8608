// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SocketConnection } from './connection.ts';
import { Refusal, RpcServer } from './testing/rpc-server.ts';

let server: RpcServer;
let connection: SocketConnection;
let notices: string[];
let token: string | null;
let newer: string | null;

beforeEach(async () => {
  server = await RpcServer.start();
  notices = [];
  token = 'token-1';
  newer = 'token-1';
  connection = new SocketConnection({
    url: () => server.url,
    accessToken: async (refused) => (refused === null ? token : newer),
    onNotice: (text) => notices.push(text),
    authRetryMs: 5,
    pingMs: 20,
    random: () => 0,
  });
});

afterEach(async () => {
  connection.stop();
  await server.stop();
});

test('connects, authorises with token and client type, and pings', async () => {
  connection.start();
  await server.until(() => connection.auth === 'ok' && server.of('server.ping').length > 0);
  expect(server.of('server.auth')[0]?.params).toEqual(['token-1', 'web']);
  expect(server.of('server.ping')[0]?.params).toEqual([]);
});

test('does not authorise when nobody is signed in', async () => {
  token = null;
  connection.start();
  await server.until(() => server.of('server.ping').length > 0);
  expect(connection.auth).toBe('init');
  expect(server.of('server.auth')).toEqual([]);
});

test('ties answers to requests by id, whatever their order', async () => {
  const held: (() => void)[] = [];
  server.answer = (request) => {
    if (request.method !== 'price.query') return { status: 'success' };
    held.push(() => request.socket.send(JSON.stringify({ error: null, result: request.params[0], id: request.id })));
    return undefined;
  };
  connection.start();
  await server.until(() => connection.status === 'ok');
  const answers = Promise.all([connection.call('price.query', ['A']), connection.call('price.query', ['B'])]);
  await server.until(() => held.length === 2);
  for (const send of held.reverse()) send();
  expect(await answers).toEqual(['A', 'B']);
});

test.each([2, 5])(
  'retries an authorisation refused with code %i three times, then says so and closes',
  async (code) => {
    server.answer = (request) => (request.method === 'server.auth' ? new Refusal(code) : { status: 'success' });
    connection.start();
    await server.until(() => notices.length > 0);
    expect(server.of('server.auth')).toHaveLength(4);
    expect(notices).toEqual(['authorizationTimeout']);
    expect(connection.status).toBe('closed');
  },
);

test('a refused token is not tried again until it changes', async () => {
  server.answer = (request) =>
    request.method === 'server.auth' && request.params[0] === 'token-1' ? new Refusal(11) : {};
  connection.start();
  await server.until(() => connection.auth === 'refused' && server.of('server.ping').length > 2);
  expect(server.of('server.auth')).toHaveLength(1);
  token = 'token-2';
  await connection.authorize();
  await server.until(() => connection.auth === 'ok');
});

test('a token that replaces the refused one is tried', async () => {
  newer = 'token-2';
  server.answer = (request) =>
    request.method === 'server.auth' && request.params[0] === 'token-1' ? new Refusal(11) : {};
  connection.start();
  await server.until(() => connection.auth === 'ok');
  expect(server.of('server.auth').map(({ params }) => params[0])).toEqual(['token-1', 'token-2']);
});

test('comes back after the server has dropped it, tells the listeners and authorises again', async () => {
  let opened = 0;
  let authorized = 0;
  connection.on('open', () => opened++);
  connection.on('authorized', () => authorized++);
  connection.start();
  await server.until(() => authorized === 1);
  const pending = connection.call('price.query', ['A']).catch((error: Error) => error.message);
  server.answer = (request) => (request.method === 'price.query' ? undefined : {});
  server.dropAll();
  expect(await pending).toMatch(/Socket is closed|A/);
  await server.until(() => opened === 2 && authorized === 2);
  expect(server.connections).toBe(2);
});

test('signing out leaves the authorised connection for a clean one', async () => {
  connection.start();
  await server.until(() => connection.auth === 'ok');
  token = null;
  await connection.authorize();
  await server.until(() => server.connections === 2 && connection.status === 'ok');
  expect(connection.auth).toBe('init');
});
