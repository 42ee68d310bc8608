/** What it costs to name coins that have not opened, or that there are not, and what tells them apart. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../support/services.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let socket: SocketClient;

/** SOON is listed, and has no market yet. */
const soon = { id: 900, ticker: 'SOON' };

beforeAll(async () => {
  const database = await createDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `INSERT INTO assets (id, ticker, label, scale, display_scale) VALUES (${soon.id}, '${soon.ticker}', 'Soon', 6, 6)`,
  );
  await owner.end();
  api = await startTestApi({}, database);
  alice = await api.signUp('alice@test.local');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  socket = await SocketClient.open(`ws://127.0.0.1:${port}/socket`);
  await socket.call('server.auth', alice.accessToken, 'test');
}, 150_000);
afterAll(async () => {
  socket?.webSocket.terminate();
  await api?.close();
});
test('a coin that has no market yet is one that there is not', async () => {
  for (const path of ['/v2/market-list', '/systemParams', '/v3/profile/balance'])
    for (const { body } of [await alice.get(path), await api.call('GET', path)])
      expect([path, JSON.stringify(body).includes(soon.ticker)]).toEqual([path, false]);
  expect((await api.call('GET', '/coins/soon.svg')).status).toBe(404);
  const answersOf = async (ticker: string) => {
    const answers = [
      await alice.get(`/v3/profile/balance/${ticker}`),
      await alice.get(`/v3/profile/depositdata/${ticker}`),
      await alice.get(`/v2/profile/wallet-history?ticker=${ticker}`),
      await alice.delete(`/v2/order/deleteallbycoin/${ticker}`),
    ];
    return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(ticker, '…')]);
  };
  const unopened = await answersOf(soon.ticker);
  expect(unopened).toEqual(await answersOf('NOT'));
  for (const answer of unopened) expect(answer).toEqual([422, expect.stringContaining('unknown_asset')]);
  // What a payment method brings is public without a market.
  expect(JSON.stringify((await api.call('GET', '/v2/market-list')).body)).toContain('"USDT"');
});
