import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

const ok = { status: 'success' };

interface Order {
  price: string;
  id: number;
  status: string;
  left: string;
  deal_stock: string;
  deal_money: string;
  last_deal?: { role: number };
}

let exchange: TradingApi;
const clients: SocketClient[] = [];

async function connect(token?: string): Promise<SocketClient> {
  const client = await SocketClient.open(exchange.socketUrl);
  clients.push(client);
  if (token) expect(await client.call('server.auth', token, 'test')).toEqual(ok);
  return client;
}

beforeAll(async () => {
  exchange = await startTradingApi();
}, 180_000);

afterAll(async () => {
  for (const client of clients) client.close();
  await exchange.close();
});

describe('trading over the socket', () => {
  it('places, fills, pushes and cancels', async () => {
    const alice = await exchange.trader('alice@socket.test', { USDT: '100000' });
    const bob = await exchange.trader('bob@socket.test', { LTC: '1000' });
    const [a, b] = [await connect(alice.accessToken), await connect(bob.accessToken)];
    await a.call('order.subscribe', 'LTC_USDT');
    await a.call('asset.subscribe', '*');

    const placed = await a.call<Order>('order.put_limit', 'LTC_USDT', 2, '2', '100');
    expect(placed).toMatchObject({ status: 'open', left: '2', source: 'api', market: 'LTC_USDT', side: 2, type: 1 });
    await a.notified('order.update', ([event, order]) => event === 1 && (order as Order).id === placed.id);

    const taken = await b.call<Order>('order.put_market', 'LTC_USDT', 1, '0.5');
    expect(taken).toMatchObject({ status: 'filled', deal_stock: '0.5', deal_money: '50' });
    const update = await a.notified('order.update', ([event]) => event === 2);
    expect(update.params[1]).toMatchObject({ id: placed.id, left: '1.5', last_deal: { role: 1, price: '100' } });

    const changed = await a.call<Order>('order.modify', 'LTC_USDT', placed.id, { amount: '1.8' });
    expect(changed).toMatchObject({ id: placed.id, amount: '1.8', left: '1.3' });
    const change = await a.notified('order.update', ([, order]) => (order as Order).left === '1.3');
    expect(change.params).toMatchObject([2, { id: placed.id, amount: '1.8' }]);
    const moved = await a.call<Order>('order.modify', '', placed.id, { price: '99', amount: '2' });
    expect(moved).toMatchObject({ id: placed.id, price: '99', amount: '2', left: '1.5' });
    const move = await a.notified('order.update', ([, order]) => (order as Order).price === '99');
    expect(move.params).toMatchObject([2, { id: placed.id, left: '1.5' }]);

    const cancelled = await a.call<Order>('order.cancel', 'LTC_USDT', placed.id);
    expect(cancelled).toMatchObject({ status: 'canceled', cancel_reason: 'user', left: '1.5' });
    const finish = await a.notified('order.update', ([event]) => event === 3);
    expect(finish.params[1]).toMatchObject({ id: placed.id, deal_stock: '0.5' });
    expect((finish.params[1] as Order).last_deal).toBeUndefined();

    const assets = await a.call<Record<string, { available: string; freeze: string; seq: number }>>('asset.query');
    const pushed = a.notifications.filter(({ method }) => method === 'asset.update').at(-1);
    expect(assets).toMatchObject(pushed?.params[0] as object);
    expect(assets.LTC).toMatchObject({ available: '0.5', freeze: '0' });

    const history = await a.call<{ total: number; records: Order[] }>('order.history', 'LTC_USDT', 0, 0, 0, 10, 0);
    expect(history.total).toBe(1);
    expect(history.records[0]).toMatchObject(finish.params[1] as object);
    const wallet = await a.call<{ records: { balance: string; change: string }[] }>(
      'asset.history',
      'LTC',
      '',
      0,
      0,
      0,
      10,
    );
    expect(wallet.records).toMatchObject([{ change: '0.5', balance: '0.5', business: 'trade' }]);
  });

  it('sends an order event before the balances of the same command', async () => {
    const trader = await exchange.trader('order-first@socket.test', { USDT: '1000' });
    const client = await connect(trader.accessToken);
    await client.call('asset.subscribe', 'USDT');
    await client.call('order.subscribe', '*');
    for (let i = 0; i < 50; i++) void client.ask('order.put_limit', ['BTC_USDT', 2, '0.001', '1000', {}]);
    await client.until('50 balances', () =>
      client.notifications.filter(({ method }) => method === 'asset.update').length === 50 ? true : undefined,
    );
    const methods = client.notifications.map(({ method }) => method);
    expect(methods).toEqual(Array.from({ length: 50 }, () => ['order.update', 'asset.update']).flat());
  });

  it('answers a repeated client id with the first order', async () => {
    const trader = await exchange.trader('repeat@socket.test', { USDT: '1000' });
    const client = await connect(trader.accessToken);
    const order = ['ETH_USDT', 2, '0.1', '100', { client_id: 'once' }];
    const first = await client.call<Order>('order.put_limit', ...order);
    expect(await client.call<Order>('order.put_limit', ...order)).toMatchObject({ id: first.id });
    await client.call('order.cancel', 'ETH_USDT', first.id);
    expect(await client.call<Order>('order.put_limit', ...order)).toMatchObject({ id: first.id, status: 'canceled' });
    const other = await client.ask('order.put_limit', ['ETH_USDT', 2, '0.2', '100', { client_id: 'once' }]);
    expect(other.error).toMatchObject({ code: 21, name: 'repeated_with_other_content' });
  });

  it('runs a batch in order and answers each call', async () => {
    const trader = await exchange.trader('batch@socket.test', { USDT: '1000' });
    const client = await connect(trader.accessToken);
    const results = await client.call<{ error: { code: number } | null; result: Order | null }[]>(
      'order.batch',
      ['order.put_limit', ['SOL_USDT', 2, '1', '10']],
      ['order.put_limit', ['SOL_USDT', 2, '1000', '10']],
      ['order.put_limit', ['SOL_USDT', 2, 'NaN', '10']],
    );
    expect(results[0]).toMatchObject({ error: null, result: { status: 'open' } });
    expect(results[1]).toMatchObject({ error: { code: 10 }, result: null });
    expect(results[2]).toMatchObject({ error: { code: 1 }, result: null });
    const open = await client.call<{ total: number }>('order.query', '', 0, 10);
    expect(open.total).toBe(1);
    const id = results[0]?.result?.id ?? 0;
    const changes = await client.call<typeof results>(
      'order.batch',
      ['order.modify', ['SOL_USDT', id, { amount: '2' }]],
      ['order.modify', ['BTC_USDT', id, { amount: '3' }]],
      ['order.modify', ['SOL_USDT', id, { price: '9', client_id: 'second' }]],
      ['order.cancel', ['', id]],
      ['order.modify', ['', id, { price: '8' }]],
    );
    expect(changes).toMatchObject([
      { error: null, result: { amount: '2', price: '10' } },
      { error: { code: 10 } },
      { error: null, result: { amount: '2', price: '9' } },
      { error: null, result: { status: 'canceled' } },
      { error: { code: 10 } },
    ]);
    await client.call('order.put_limit', 'SOL_USDT', 2, '1', '10');
    expect(await client.call('order.cancel_all', '')).toEqual({ status: 'success', cancelled: 1 });
  });

  it('refuses by the table of codes and changes nothing', async () => {
    const trader = await exchange.trader('refused@socket.test', { USDT: '100' });
    const other = await exchange.trader('other@socket.test', { USDT: '100' });
    const [client, owner] = [await connect(trader.accessToken), await connect(other.accessToken)];
    const foreign = await owner.call<Order>('order.put_limit', 'BTC_USDT', 2, '0.01', '900');
    const cases: [string, unknown[], number][] = [
      ['order.put_limit', ['BTC_USDT', 2, '1', '1000'], 10],
      ['order.put_limit', ['BTC_USDT', 2, '0.000001', '1000'], 11],
      ['order.put_limit', ['BTC_USDT', 2, '0.001', '1000.123456789'], 13],
      ['order.put_limit', ['NO_SUCH', 2, '0.001', '1000'], 1],
      ['order.put_limit', ['BTC_USDT', 3, '0.001', '1000'], 1],
      ['order.put_limit', ['BTC_USDT', 2, '1e3', '1000'], 1],
      ['order.put_limit', ['BTC_USDT', 2, '-1', '1000'], 1],
      ['order.put_limit', ['BTC_USDT', 2, '9'.repeat(40), '1000'], 1],
      ['order.put_market', ['DOGE_USDT', 2, '10'], 12],
      ['order.cancel', ['BTC_USDT', foreign.id], 10],
      ['order.cancel', ['BTC_USDT', 999_999_999], 10],
    ];
    for (const [method, params, code] of cases) {
      const { error } = await client.ask(method, params);
      expect(error, `${method} ${JSON.stringify(params)}`).toMatchObject({ code });
    }
    expect(await client.call('order.query', '', 0, 10)).toMatchObject({ total: 0 });
    expect(await owner.call('order.query', '', 0, 10)).toMatchObject({ total: 1 });
  });
});

describe('authorisation', () => {
  it('is demanded of private methods', async () => {
    const client = await connect();
    for (const method of ['order.query', 'asset.query', 'order.subscribe', 'order.put_limit', 'order.cancel_all']) {
      expect((await client.ask(method, [])).error, method).toMatchObject({ code: 6 });
    }
    expect((await client.ask('server.auth', ['nonsense', 'test'])).error).toMatchObject({ code: 11 });
    expect((await client.ask('server.sign', ['key', 'ff', Date.now()])).error).toMatchObject({ code: 11 });
  });

  it('answers who tries many keys that there were too many calls, not that the credentials are wrong', async () => {
    const client = await connect();
    const guess = () => client.ask('server.sign', [randomBytes(16).toString('hex'), 'ff', Date.now()]);
    const answers = await Promise.all(Array.from({ length: 70 }, guess));
    expect(answers[0]?.error).toMatchObject({ code: 11 });
    expect(answers.map(({ error }) => error?.name)).toContain('too_many_requests');
  });

  it('as another user stops the first one’s pushes before the answer', async () => {
    const first = await exchange.trader('first@socket.test', { USDT: '1000' });
    const second = await exchange.trader('second@socket.test', { USDT: '1000' });
    const [client, firstElsewhere] = [await connect(first.accessToken), await connect(first.accessToken)];
    await client.call('order.subscribe', '*');
    await client.call('server.auth', first.accessToken, 'test');
    await firstElsewhere.call('order.put_limit', 'XRP_USDT', 2, '10', '1');
    await client.notified('order.update');
    await client.call('server.auth', second.accessToken, 'test');
    const seen = client.notifications.length;
    await firstElsewhere.call('order.put_limit', 'XRP_USDT', 2, '10', '1');
    expect(await client.call('order.query', '', 0, 10)).toMatchObject({ total: 0 });
    expect(client.notifications.slice(seen)).toEqual([]);
  });

  it('ends with the session, and the connection stays', async () => {
    const user = await exchange.trader('leaver@socket.test');
    const client = await connect(user.accessToken);
    await client.call('order.subscribe', '*');
    expect((await user.post('/logout')).status).toBe(200);
    await client.notified('server.deauthed');
    expect((await client.ask('order.query', ['', 0, 10])).error).toMatchObject({ code: 6 });
    expect(await client.call('server.ping')).toBe('pong');
  });
});
