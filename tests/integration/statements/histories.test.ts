/** Histories of wallets: deposits, withdrawals and transfers in one list, their ways, and movements with running balances. */
import { hold, mainAccount } from '@pelican/api/src/ledger/index.ts';
import { findMovements } from '@pelican/api/src/modules/statements/movements.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { Movement, Movements, WalletRecord, WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { parseBigUnits } from '@pelican/shared/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credit } from '../../support/ledger-users.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let api: TradingApi;
let alice: TestUser;
let bob: TestUser;
let usdt: number;

interface List {
  result: WalletRecord[];
  total: number;
}

beforeAll(async () => {
  api = await startTradingApi();
  alice = await api.trader('alice@test.local', { USDT: '100000', PLC: '1000' });
  bob = await api.trader('bob@test.local', { LTC: '1000', USDT: '1000' });
  usdt = Number((await api.parts.pool.query(`SELECT id FROM assets WHERE ticker = 'USDT'`)).rows[0].id);
}, 180_000);
afterAll(() => api.close());

const methodOf = (key: string, ticker: string) =>
  `(SELECT method.id FROM payment_methods method JOIN assets ON assets.id = asset_id WHERE key = '${key}' AND ticker = '${ticker}')`;
const assetOf = (ticker: string) => `(SELECT id FROM assets WHERE ticker = '${ticker}')`;

async function deposit(user: TestUser, more: { status: number; confirmations?: number; at?: string }): Promise<number> {
  const { status, confirmations = 0, at = '2026-01-01T00:00:00Z' } = more;
  const { rows } = await api.parts.pool.query<{ id: string }>(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference, address, transaction_hash, confirmations, created_at,
       changed_at, credited_at)
     VALUES ($1, ${assetOf('BTC')}, ${methodOf('SANDBOX', 'BTC')}, 0.5, $2::smallint, gen_random_uuid()::text, 'an-address', 'a-hash', $3::int, $4::timestamptz, $4,
       CASE WHEN $2::smallint = 3 THEN $4::timestamptz END) RETURNING id`,
    [user.id, status, confirmations, at],
  );
  return Number(rows[0]?.id);
}

async function withdrawal(user: TestUser, status: number, more: { hash?: string; at?: string } = {}): Promise<number> {
  const { rows } = await api.parts.pool.query<{ id: string }>(
    `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, transaction_hash, reason,
       created_at, changed_at)
     VALUES ($1, ${assetOf('INR')}, ${methodOf('INR', 'INR')}, 1000, 15, 12, $2, gen_random_uuid()::text, $3, 'A reason', $4, $4) RETURNING id`,
    [user.id, status, more.hash ?? '', more.at ?? '2026-01-02T00:00:00Z'],
  );
  return Number(rows[0]?.id);
}

const history = (user: TestUser, query = '') => user.get<List>(`/v2/profile/wallet-history${query}`);
const detail = (user: TestUser, kind: string, id: number | string) =>
  user.get<WalletRecordDetail>(`/v2/profile/wallet-history/${kind}/${id}`);

describe('the list of deposits, withdrawals and transfers', () => {
  test('has the own records of all kinds, the newest first, filtered and by pages', async () => {
    const carol = await api.signUp('carol@test.local');
    await credit(api.parts.pool, { userId: carol.id, assetId: usdt, amount: '10' });
    await deposit(carol, { status: 3 });
    await deposit(carol, { status: 2, at: '2026-01-03T00:00:00Z' });
    await withdrawal(carol, 5);
    await deposit(alice, { status: 3 });
    await carol.post('/v2/profile/transfer', { ticker: 'USDT', amount: '1', from: 'main', to: 'trade' });

    const all = (await history(carol)).body;
    expect(all.result.map(({ kind, status }) => [kind, status])).toEqual([
      ['transfer', 3],
      ['deposit', 2],
      ['withdrawal', 5],
      ['deposit', 3],
    ]);
    expect(all.total).toBe(4);
    expect(all.result[0]).toMatchObject({ ticker: 'USDT', amount: '1', from: 'main', to: 'trade', isFiat: false });
    expect(all.result[2]).toMatchObject({ ticker: 'INR', amount: '1000', fee: '15', isFiat: true, txHash: '' });
    expect(all.result[3]).toMatchObject({
      ticker: 'BTC',
      amount: '0.5',
      address: 'an-address',
      txHash: 'a-hash',
      createdAt: Date.parse('2026-01-01T00:00:00Z') / 1_000,
    });

    const kinds = async (query: string) => (await history(carol, query)).body.result.map(({ kind }) => kind);
    expect(await kinds('?kind=deposit&status=2')).toEqual(['deposit']);
    expect(await kinds('?ticker=INR')).toEqual(['withdrawal']);
    const day = Date.parse('2026-01-02T00:00:00Z') / 1_000;
    expect(await kinds(`?start=${day}&end=${day + 1}`)).toEqual(['withdrawal']);
    expect(await kinds('?limit=2&offset=1')).toEqual(['deposit', 'withdrawal']);
    expect((await history(carol, '?limit=2&offset=1')).body.total).toBe(4);
  });

  test.each([
    ['?status=15', 'invalid_argument'],
    ['?kind=gift', 'invalid_argument'],
    ['?ticker=NONE', 'unknown_asset'],
    ['?start=20&end=10', 'invalid_argument'],
    ['?limit=101', 'invalid_argument'],
  ])('refuses %s as %s', async (query, code) => {
    expect(await history(alice, query)).toMatchObject({ status: 422, body: { code } });
  });
});

describe('one record', () => {
  test('of somebody else answers as one that does not exist', async () => {
    const id = await deposit(alice, { status: 2 });
    const foreign = await detail(bob, 'deposit', id);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const none = await detail(bob, 'deposit', 999_999_999);
    expect(foreign.body).toEqual(none.body);
    expect((await detail(alice, 'deposit', id)).status).toBe(200);
    expect((await detail(alice, 'withdrawal', id)).status).toBe(404);
  });

  test('of a deposit says how many confirmations it has and when the others are expected', async () => {
    const id = await deposit(alice, { status: 2, confirmations: 1 });
    const { body } = await detail(alice, 'deposit', id);
    expect(body).toMatchObject({ place: 'network', confirmations: { have: 1, need: 3 }, waitsUntil: null });
    expect(body.expectedAt).toBe(body.createdAt + 4);
    expect(body.steps.map(({ key, state }) => [key, state])).toEqual([
      ['seen', 'done'],
      ['confirmations', 'current'],
      ['credited', 'ahead'],
    ]);
  });

  test('of a canceled withdrawal ends with the step that was not done, and no fee is charged', async () => {
    const erin = await api.signUp('erin@test.local');
    const id = await withdrawal(erin, 4);
    const { body } = await detail(erin, 'withdrawal', id);
    expect(body.steps.map(({ key, state }) => [key, state])).toEqual([
      ['requested', 'done'],
      ['confirmed', 'failed'],
    ]);
    expect(body).toMatchObject({ amount: '1000', fee: '0', place: 'wallet' });
    expect((await history(erin)).body.result).toMatchObject([{ id, amount: '1000', fee: '0' }]);
  });

  test('of a withdrawal says which step it has reached, and until when it waits', async () => {
    const dave = await api.signUp('dave@test.local');
    const statesOf = async (id: number) => (await detail(dave, 'withdrawal', id)).body.steps.map(({ state }) => state);
    expect(await statesOf(await withdrawal(dave, 5))).toEqual(['done', 'current', 'ahead', 'ahead', 'ahead']);
    expect(await statesOf(await withdrawal(dave, 11))).toEqual(['done', 'done', 'done', 'current', 'ahead']);
    expect(await statesOf(await withdrawal(dave, 12, { hash: 'x' }))).toEqual([
      'done',
      'done',
      'done',
      'done',
      'failed',
    ]);
    expect(await statesOf(await withdrawal(dave, 3))).toEqual(['done', 'done', 'done', 'done', 'done']);
    const id = await withdrawal(dave, 1);
    expect((await detail(dave, 'withdrawal', id)).body).toMatchObject({
      place: 'held',
      waitsUntil: null,
      reason: 'A reason',
    });
    await api.parts.pool.query(`UPDATE users SET withdrawals_locked_until = now() + interval '1 day' WHERE id = $1`, [
      dave.id,
    ]);
    const { waitsUntil } = (await detail(dave, 'withdrawal', id)).body;
    expect(Math.abs((waitsUntil ?? 0) - Date.now() / 1_000 - 86_400)).toBeLessThan(60);
  });
});

describe('movements', () => {
  const page = (user: TestUser, query: string) => user.get<Movements>(`/v2/profile/movements?${query}`);

  /** All pages of a wallet, by a small page. */
  async function all(user: TestUser, wallet: 'main' | 'trade' | 'futures', ticker: string): Promise<Movement[]> {
    const found: Movement[] = [];
    let cursor = '';
    for (;;) {
      const { status, body } = await page(user, `wallet=${wallet}&ticker=${ticker}&limit=3${cursor}`);
      expect(status).toBe(200);
      found.push(...body.result);
      if (body.next === null) {
        expect(body.opening).toBe('0');
        return found;
      }
      cursor = `&cursor=${body.next}`;
    }
  }

  /** The newest balance is the wallet's, each one the next older with its change, and the oldest begins at zero. */
  function expectRunning(movements: Movement[], balance: string) {
    const units = (text: string) => parseBigUnits(text, 18);
    expect(movements[0]?.balance).toBe(balance);
    movements.forEach(({ balance: after, change }, index) => {
      const before = movements[index + 1]?.balance ?? '0';
      expect(units(after)).toBe(units(before) + units(change));
    });
    expect(new Set(movements.map(({ id }) => id)).size).toBe(movements.length);
  }

  async function balanceOf(user: TestUser, ticker: string) {
    return (await user.get(`/v3/profile/balance/${ticker}`)).body as Record<string, string>;
  }

  async function trade(price: string, amount: string) {
    const order = { pair: 'LTC_USDT', price, amount };
    await alice.post('/v2/order', { ...order, direction: 'buy' });
    await bob.post('/v2/order', { ...order, direction: 'sell' });
  }

  test('of each wallet run from zero to its balance, whatever the page', async () => {
    for (let round = 1; round <= 5; round++) await trade('100', `0.${round}`);
    await bob.post('/v2/order', { pair: 'LTC_USDT', price: '90', amount: '1', direction: 'buy' });
    await alice.post('/v2/order', { pair: 'LTC_USDT', price: '90', amount: '0.4', direction: 'sell' });
    await alice.post('/v2/profile/transfer', { ticker: 'USDT', amount: '12.5', from: 'trade', to: 'main' });
    await alice.post('/v2/profile/transfer', { ticker: 'USDT', amount: '2.5', from: 'main', to: 'futures' });
    await inTransaction(api.parts.pool, (tx) =>
      hold(tx, {
        account: mainAccount({ userId: alice.id, assetId: usdt }),
        amount: '5',
        kind: 'withdrawal',
        reference: 'x',
        idempotencyKey: `hold:${alice.id}`,
      }),
    );
    for (const user of [alice, bob])
      for (const ticker of ['USDT', 'LTC', 'PLC']) {
        const balance = await balanceOf(user, ticker);
        const trades = await all(user, 'trade', ticker);
        if (trades.length > 0) expectRunning(trades, balance.trade_balance as string);
        expect(trades.length > 0).toBe(balance.trade_balance !== '0');
        const main = await all(user, 'main', ticker);
        if (main.length > 0) expectRunning(main, balance.main_balance as string);
      }
    const kinds = (await all(alice, 'trade', 'LTC')).map(({ kind }) => kind);
    expect(kinds).toEqual(['trade', 'trade', 'trade', 'trade', 'trade', 'trade']);
  });

  test('are found although a page looks at fewer trades than there are', async () => {
    const { body } = await alice.get<Movements>('/v2/profile/movements?wallet=trade&ticker=PLC&limit=100');
    const wanted = { userId: alice.id, wallet: 'trade', limit: 100 } as const;
    const assetId = Number((await api.parts.pool.query(`SELECT id FROM assets WHERE ticker = 'PLC'`)).rows[0].id);
    const found: Movement[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const next = await findMovements(api.parts.pool, { ...wanted, assetId, cursor }, 2);
      found.push(...next.result);
      cursor = next.next ?? undefined;
      pages += 1;
    } while (cursor !== undefined && pages < 50);
    expect(pages).toBeGreaterThan(1);
    expect(found).toEqual(body.result);
  });

  test('of others are not seen, and a forged cursor is refused', async () => {
    const eve = await api.signUp('eve@test.local');
    expect((await page(eve, 'wallet=trade&ticker=USDT')).body).toEqual({ result: [], next: null, opening: '0' });
    const { next } = (await page(alice, 'wallet=trade&ticker=USDT&limit=1')).body;
    expect((await page(eve, `wallet=trade&ticker=USDT&cursor=${next}`)).body.result).toEqual([]);
    const forged = Buffer.from('{"place":"1; DROP TABLE users"}').toString('base64url');
    expect(await page(alice, `wallet=main&ticker=USDT&cursor=${forged}`)).toMatchObject({ status: 422 });
    expect(await page(alice, 'wallet=main&ticker=USDT&cursor=%00')).toMatchObject({ status: 422 });
  });
});

describe('balances of one kind', () => {
  test('one asset has its wallets and what its payment methods take', async () => {
    const { status, body } = await bob.get('/v3/profile/balance/INR');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ticker: 'INR',
      full_balance: '0',
      deposit: expect.arrayContaining([expect.objectContaining({ key: 'INR' })]),
      withdraw: expect.arrayContaining([
        expect.objectContaining({ key: 'INR', min: '100', max: '499000', fixed: '15' }),
      ]),
    });
    expect(await bob.get('/v3/profile/balance/NONE')).toMatchObject({ status: 422, body: { code: 'unknown_asset' } });
  });

  test('countries are named by their codes', async () => {
    expect((await bob.get('/v3/profile/countrylist')).body).toMatchObject({ IN: 'India' });
  });
});
