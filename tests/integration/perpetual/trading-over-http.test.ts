/** Perpetual orders, positions and histories over HTTP, against the real engine and settlement. */
import type {
  CancelAllResponse,
  ClosePositionResponse,
  FuturesBalance,
  MaxAmounts,
  OpenPosition,
  PerpetualOrder,
  PositionRecord,
  SetLeverageResponse,
} from '@pelican/shared/contracts/perpetual';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';

let exchange: PerpetualApi;
let alice: TestUser;
let bob: TestUser;

const market = 'BTC_USDT';
const openLong = { market, mode: 'isolated', side: 'buy', position: 'long', type: 'limit' } as const;
const openShort = { market, mode: 'cross', side: 'sell', position: 'short', type: 'limit' } as const;

interface Refusal {
  code: string;
  errors: { message: string[] } & Record<string, string[]>;
}
interface List<Item> {
  result: Item[];
  total: number;
}

async function refused(answer: Promise<Answer>): Promise<Refusal & { status: number }> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  return { ...(body as unknown as Refusal), status };
}

async function futures(user: TestUser): Promise<FuturesBalance> {
  const { body } = await user.get<{ result: FuturesBalance[] }>('/v3/profile/futures-balance');
  return body.result[0] as FuturesBalance;
}

beforeAll(async () => {
  exchange = await startPerpetualApi();
  await exchange.tick({ BTC_USDT: '60000', ETH_USDT: '3000' });
  alice = await exchange.trader('alice@perpetual.test', '10000');
  bob = await exchange.trader('bob@perpetual.test', '100000');
}, 180_000);

afterAll(() => exchange.close());

describe('markets', () => {
  it('are listed with their specifications, prices and leverages', async () => {
    const { body } = await exchange.call<{ result: Record<string, unknown>[] }>('GET', '/v3/derivatives/instruments');
    expect(body.result.map((one) => one.market)).toEqual(['BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT']);
    expect(body.result[0]).toMatchObject({
      ct_val: '0.01',
      tick_sz: '0.1',
      max_leverage: '100',
      status: 'open',
      max_buy_price: '61200',
      min_sell_price: '58800',
    });
    const markets = await exchange.call<{ result: Record<string, unknown>[] }>('GET', '/v3/derivatives/markets');
    expect(markets.body.result[0]).toMatchObject({ name: market, markPrice: '60000', indexPrice: '60000' });
    const most = await exchange.call<{ result: Record<string, string> }>('GET', '/v3/derivatives/max-leverages');
    expect(most.body.result).toMatchObject({ BTC_USDT: '100', SOL_USDT: '50' });
    const own = await alice.get<{ result: Record<string, unknown> }>(`/v3/get-leverages?market=${market}`);
    expect(own.body.result).toEqual({ BTC_USDT: { cross: '3', isolated_long: '3', isolated_short: '3' } });
  });
});

describe('a favourite', () => {
  it('is a pair, also one that only perpetuals have', async () => {
    for (const pair of ['XRP_USDT', market]) await alice.post('/v2/favorites', { pair });
    const { body } = await alice.get<{ result: { name: string; favorite: boolean }[] }>('/v3/derivatives/markets');
    expect(body.result.filter(({ favorite }) => favorite).map(({ name }) => name)).toEqual([market, 'XRP_USDT']);
    await alice.delete('/v2/favorites/XRP_USDT');
    expect((await alice.get('/v2/favorites')).body).toEqual({ result: [market] });
    expect((await refused(alice.post('/v2/favorites', { pair: 'NOT_THERE' }))).code).toBe('unknown_pair');
  });
});

describe('an order', () => {
  it('rests, is amended, answers its repeat, and is cancelled once', async () => {
    const order = await exchange.place(alice, { ...openLong, price: '59000', sz: '10', client_id: 'first' });
    expect(order).toMatchObject({ status: 'live', price: '59000', sz: '10', amount: '0.1', leverage: '3' });
    expect(order).toMatchObject({ reduce_only: false, fill_sz: '0', fill_px: '', finish_time: null });
    const repeat = await exchange.place(alice, { ...openLong, price: '59000', sz: '10', client_id: 'first' });
    expect(repeat.id).toBe(order.id);
    const other = await refused(alice.post('/v3/order', { ...openLong, price: '59000', sz: '11', client_id: 'first' }));
    expect(other).toMatchObject({ status: 409, code: 'repeated_with_other_content' });
    const amended = await alice.post('/v3/order/modify', { market, order_id: order.id, sz: '5', price: '58900' });
    expect(amended.body).toMatchObject({ id: order.id, price: '58900', sz: '5' });
    const target = { market, order_id: order.id };
    expect((await refused(bob.post('/v3/order/cancel', target))).code).toBe('order_not_found');
    expect((await refused(bob.post('/v3/order/modify', { ...target, sz: '1' }))).code).toBe('order_not_found');
    const canceled = await alice.post('/v3/order/cancel', target);
    expect(canceled.body).toMatchObject({ status: 'canceled', reason: 'user' });
    const again = await alice.post('/v3/order/cancel', target);
    expect(again).toMatchObject({ status: 200, body: { id: order.id, status: 'canceled' } });
    expect((await refused(bob.post('/v3/order/cancel', target))).code).toBe('order_not_found');
    expect((await futures(alice)).futures_freeze).toBe('0');
  });

  it('may be given in coins', async () => {
    const order = await exchange.place(alice, { ...openLong, price: '59000', amount: '0.1' });
    expect(order).toMatchObject({ sz: '10', amount: '0.1' });
    await alice.post('/v3/order/cancel', { market, order_id: order.id });
  });

  it('is cancelled with up to nine others', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 12; i++) ids.push((await exchange.place(alice, { ...openLong, price: '58900', sz: '0.1' })).id);
    const first = await alice.post<CancelAllResponse & Record<string, unknown>>('/v3/order/cancel-all', { market });
    expect(first.body).toEqual({ canceled: ids.slice(0, 10), failed: [], remaining: 2 });
    const rest = await alice.post('/v3/order/cancel-all', { ids: [ids[0], ids[10], ids[11], 999_999_999] });
    expect(rest.body).toEqual({
      canceled: ids.slice(10),
      failed: [
        { id: ids[0], code: 'already_done' },
        { id: 999_999_999, code: 'order_not_found' },
      ],
      remaining: 0,
    });
    const tooMany = await refused(alice.post('/v3/order/cancel-all', { ids: ids.slice(0, 11) }));
    expect(tooMany.code).toBe('invalid_argument');
  });
});

describe('a position', () => {
  it('opens, changes its leverage and margin, is closed, and leaves its history', async () => {
    const preview = { market, mode: 'isolated', position: 'long', leverage: 10 };
    expect((await alice.post('/v3/set-leverage', preview)).body).toMatchObject({ leverage: '10', margin_change: '0' });
    await exchange.place(bob, { ...openShort, price: '60000', sz: '20' });
    const order = await exchange.place(alice, { ...openLong, type: 'market', sz: '10' });
    expect(order).toMatchObject({ status: 'filled', fill_px: '60000', fill_sz: '10', fee: '-3', price: '' });
    const [position] = await exchange.positions(alice);
    expect(position).toMatchObject({
      market,
      mode: 'isolated',
      position: 'long',
      side: 2,
      sz: '10',
      avail_sz: '10',
      open_price: '60000',
      liq_price: '54244',
      margin: '600',
      profit_unreal: '0',
      profit_real: '-3',
      leverage: '10',
      status: 0,
    });
    expect(await futures(alice)).toMatchObject({ futures_balance: '9997', futures_available: '9397', margin: '600' });

    const max = await alice.get<MaxAmounts & Record<string, unknown>>(
      `/v3/get-max-amounts?pair=${market}&tradeMode=isolated`,
    );
    expect(max.body).toMatchObject({ maxCloseLong: '10', maxCloseShort: '0', maxBuyMarket: '10' });

    const dry = { ...preview, leverage: 5, dry_run: true };
    const shown = (await alice.post('/v3/set-leverage', dry)).body as unknown as SetLeverageResponse;
    expect(shown).toMatchObject({
      margin_change: '600',
      liq_price_before: '54244',
      position_version: position?.version,
    });
    expect((await exchange.positions(alice))[0]?.margin).toBe('600');
    const stale = { ...preview, leverage: 5, position_version: shown.position_version - 1 };
    expect(await refused(alice.post('/v3/set-leverage', stale))).toMatchObject({ status: 409, code: 'stale_preview' });
    const confirmed = { ...preview, leverage: 5, position_version: shown.position_version };
    expect((await alice.post('/v3/set-leverage', confirmed)).body).toMatchObject({
      margin_change: '600',
      liq_price_after: shown.liq_price_after,
    });

    const margin = { market, position: 'long', type: 'add', amount: '100' };
    expect((await alice.post('/v3/profile/margin-balance-adjustment', margin)).body).toMatchObject({ margin: '1300' });
    const reduce = { ...margin, type: 'reduce', amount: '1299' };
    expect((await refused(alice.post('/v3/profile/margin-balance-adjustment', reduce))).code).toBe('margin_too_low');
    const pending = await exchange.place(alice, { ...openLong, price: '59000', sz: '1' });
    const blocked = await refused(alice.post('/v3/profile/margin-balance-adjustment', { ...reduce, amount: '1' }));
    expect(blocked.code).toBe('pending_isolated_orders');
    expect(blocked.errors.message[0]).toContain(String(pending.id));
    const named = await refused(alice.post('/v3/set-leverage', preview));
    expect(named.errors.message[0]).toContain(String(pending.id));
    await alice.post('/v3/order/cancel', { market, order_id: pending.id });

    const stop = await exchange.place(alice, {
      ...openLong,
      side: 'sell',
      type: 'oco',
      tp_trigger_price: '65000',
      sl_trigger_price: '57000',
    });
    expect(stop).toMatchObject({ algo_id: stop.id, order_id: null, status: 'live', sz: '0', reduce_only: true });
    expect(stop).toMatchObject({ tp_trigger_px_type: 'last', sl_trigger_px_type: 'mark', sl_order_price: '-1' });
    const theirs = await refused(bob.post('/v3/algo-order/cancel', { market, algo_id: stop.id }));
    expect(theirs).toMatchObject({ status: 404, code: 'algo_order_not_found' });
    const moved = await alice.post('/v3/algo-order/modify', { market, algo_id: stop.id, sl_trigger_price: '56000' });
    expect(moved.body).toMatchObject({ sl_trigger_price: '56000', tp_trigger_price: '65000' });

    await exchange.place(bob, {
      ...openShort,
      mode: 'isolated',
      side: 'buy',
      position: 'long',
      price: '59990',
      sz: '4',
    });
    const part = await alice.post('/v3/close-position', { market, mode: 'isolated', position: 'long' });
    expect(part.body as unknown as ClosePositionResponse).toMatchObject({ closed_sz: '4', remaining: '6' });
    await exchange.place(bob, {
      ...openShort,
      mode: 'isolated',
      side: 'buy',
      position: 'long',
      price: '59990',
      sz: '6',
    });
    const whole = await alice.post('/v3/close-position', { market, mode: 'isolated', position: 'long' });
    expect(whole.body).toMatchObject({ closed_sz: '6', remaining: '0', reason: '' });
    expect(await exchange.positions(alice)).toEqual([]);
    const gone = await refused(alice.post('/v3/close-position', { market, mode: 'isolated', position: 'long' }));
    expect(gone.code).toBe('position_not_found');

    const history = await alice.get<List<PerpetualOrder>>('/v3/history-perpetual?status=filled,closed');
    expect(history.body.result[0]).toMatchObject({ side: 'sell', type: 'market', fill_px: '59990', fill_sz: '6' });
    const algos = await alice.get<List<PerpetualOrder>>('/v3/history-perpetual?filter=algo&status=canceled');
    expect(algos.body.result).toMatchObject([{ algo_id: stop.id, status: 'canceled', reason: 'position_closed' }]);
    const lives = await alice.get<List<PositionRecord>>('/v3/position-history');
    expect(lives.body.total).toBe(1);
    expect(lives.body.result[0]).toMatchObject({
      status: 'Closed',
      code: 2,
      open_price: '60000',
      close_price: '59990',
      max_sz: '10',
      closed_sz: '10',
      pnl: '-1',
    });
    expect((await bob.get<List<PositionRecord>>('/v3/position-history')).body.total).toBe(0);
    expect((await refused(alice.get('/v3/history-perpetual?status=gone'))).code).toBe('invalid_argument');
  });

  it('is liquidated where it says, with a receipt', async () => {
    const dave = await exchange.trader('dave@perpetual.test', '700');
    await dave.post('/v3/set-leverage', { market, mode: 'isolated', position: 'long', leverage: 10 });
    await exchange.place(bob, { ...openShort, price: '60000', sz: '10' });
    await exchange.place(dave, { ...openLong, type: 'market', sz: '10' });
    const [position] = await exchange.positions(dave);
    const liquidation = Number(position?.liq_price);
    await exchange.tick({ BTC_USDT: String(liquidation + 0.1) });
    for (let second = 0; second < 61; second++) await exchange.tick();
    expect(await exchange.positions(dave)).toHaveLength(1);
    await exchange.tick({ BTC_USDT: String(liquidation - 50) });
    for (let second = 0; second < 3; second++) await exchange.tick();
    expect(await exchange.positions(dave)).toEqual([]);
    const lives = await dave.get<List<PositionRecord>>('/v3/position-history');
    expect(lives.body.result[0]).toMatchObject({ status: 'Closed', code: 3 });
    const receipts = await dave.get<List<{ stage: string; market: string; position_id: number }>>('/v3/liquidations');
    expect(receipts.body.result.map(({ stage }) => stage)).toContain('taken_over');
    const fund = await exchange.call<{ balance: string; history: unknown[] }>('GET', '/v3/insurance-fund');
    expect(fund.body.history.length).toBeGreaterThan(0);
    expect((await bob.get<List<OpenPosition>>('/v3/liquidations')).body.total).toBe(0);
  });
});
