/** What the tax centre makes of trades, deposits, rewards and futures, as the worker counts it and as users read it. */
import { countUser } from '@pelican/api/src/modules/tax/count.ts';
import { addTaxRule, depositTax, issueTaxCertificates, taxExports } from '@pelican/api/src/modules/tax/index.ts';
import { writeInvoices } from '@pelican/api/src/modules/tax/invoices.ts';
import { createPool, inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { taxPeriod } from '@pelican/shared/contracts/tax';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credit } from '../../support/ledger-users.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';

let api: TestApi;
/** As the worker may. */
let worker: pg.Pool;
let user: TestUser;
let people = 0;
let trades = 0;
const year = 2025;
/** 1 May of the financial year, and hours after it. */
const hours = (after: number) => `to_timestamp(${taxPeriod(year).from + 30 * 86_400 + after * 3_600})`;

beforeAll(async () => {
  api = await startTestApi();
  worker = createPool({ databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 4 }, createLogger('silent'));
  await sql(
    `UPDATE settlement_cursors SET position = (extract(epoch FROM now() + interval '1 day') * 1000)::bigint || '-0'`,
  );
  await sql('DELETE FROM klines');
  await candle('USDT_INR', '80');
  await candle('BTC_USDT', '50000');
});
beforeEach(async () => {
  user = await api.signUp(`tax${people++}@test.local`);
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const candle = (pair: string, close: string) =>
  sql(
    `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
      SELECT id, 86400, $2, $3, $3, $3, $3, 1, 1 FROM markets WHERE name = $1`,
    pair,
    taxPeriod(year).from - 86_400,
    close,
  );
/** Money that came from outside at a time. */
async function deposit(ticker: string, amount: string, after: number): Promise<void> {
  await credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, ticker), amount });
  await sql(`ALTER TABLE ledger_legs DISABLE TRIGGER USER`);
  await sql(
    `UPDATE ledger_legs SET created_at = ${hours(after)} WHERE entry_id = (SELECT max(id) FROM ledger_entries)`,
  );
  await sql(`ALTER TABLE ledger_legs ENABLE TRIGGER USER`);
}
interface Traded {
  base?: string;
  quote?: string;
  amount: string;
  gross: string;
  fee?: string;
  gst?: string;
  tds?: string;
}
async function trade(
  side: 'buyer' | 'seller',
  after: number,
  { base = 'BTC', quote = 'INR', amount, gross, fee = '0', gst = '0', tds = '0' }: Traded,
): Promise<void> {
  const own = [user.id, fee, gst];
  const other = [1, '0', '0'];
  const [buyer, seller] = side === 'buyer' ? [own, other] : [other, own];
  await sql(
    `INSERT INTO spot_deals (market_id, id, time, taker_side, base_asset_id, quote_asset_id, price, amount, gross, buyer_id, buyer_order_id,
        buyer_fee, buyer_gst, buyer_tds, buyer_fee_asset_id, buyer_net, seller_id, seller_order_id, seller_fee, seller_gst, seller_tds,
        seller_fee_asset_id, seller_net, seq)
      SELECT market.id, $3, ${hours(after)}, 2, base_asset_id, quote_asset_id, $5::numeric / $4::numeric, $4, $5, $6, 1, $7, $8, 0, quote_asset_id,
          $5::numeric + $7::numeric + $8::numeric, $9, 1, $10, $11, $12, quote_asset_id,
          $5::numeric - $10::numeric - $11::numeric - $12::numeric, 1
        FROM markets market JOIN assets base ON base.id = base_asset_id JOIN assets quote ON quote.id = quote_asset_id
        WHERE base.ticker = $1 AND quote.ticker = $2`,
    base,
    quote,
    ++trades,
    amount,
    gross,
    ...buyer,
    ...seller,
    tds,
  );
}
const count = (options = {}) => countUser(worker, user.id, options);
const get = async <Body>(list: string, more = '') => (await user.get<Body>(`/v2/tax/${list}?year=${year}${more}`)).body;
interface List {
  result: Record<string, unknown>[];
  total: number;
}
const tables = ['tax_lots', 'tax_disposals', 'tax_disposal_lots', 'tax_records', 'tax_sums', 'tax_cursors'];
const everything = async () =>
  Promise.all(
    tables.map(async (table) =>
      (
        await sql(
          `SELECT row_to_json(t)::jsonb - 'counted_until' - 'counted_whole_at' AS row FROM ${table} t WHERE user_id = $1 ORDER BY t::text`,
          user.id,
        )
      ).map(({ row }) => row),
    ),
  );

test('sales take the oldest lots, losses are not set off, and tax is an estimate by the rules of the time', async () => {
  await trade('buyer', 1, { amount: '1', gross: '1000', fee: '2', gst: '0.36' });
  await trade('buyer', 2, { amount: '1', gross: '3000', fee: '6', gst: '1.08' });
  await trade('seller', 3, { amount: '1.5', gross: '3000', fee: '6', gst: '1.08', tds: '29.92' });
  await trade('seller', 4, { amount: '0.25', gross: '500', fee: '1', gst: '0.18', tds: '4.98' });
  expect(await count()).toBe(4);
  const { result, total } = await get<List>('disposals');
  expect(total).toBe(2);
  expect(result[0]).toMatchObject({ kind: 'sale', proceeds: '500', cost: '750', gain: '-250', isKnown: true });
  expect(result[1]).toMatchObject({ quantity: '1.5', proceeds: '3000', cost: '2500', gain: '500', ticker: 'BTC' });
  expect(result[1]?.lots).toMatchObject([
    { quantity: '1', cost: '1000' },
    { quantity: '0.5', cost: '1500' },
  ]);
  expect(await get('summary')).toMatchObject({
    gains: {
      transfers: 2,
      proceeds: '3500',
      cost: '3250',
      gain: '500',
      loss: '250',
      tax: '150',
      cess: '6',
      unknown: 0,
    },
    tds: '34.9',
    fees: { fee: '15', gst: '2.7' },
  });
  const deductions = await get<List>('deductions', '&quarter=1');
  expect(deductions.total).toBe(2);
  expect(deductions.result[1]).toMatchObject({
    gross: '3000',
    base: '2992.92',
    rate: '0.01',
    section: 'Income-tax Act, section 194S',
    amount: '29.92',
    inr: '29.92',
    quarter: 1,
    state: 'deducted',
  });
  expect((await get<List>('deductions', '&quarter=2')).total).toBe(0);
  expect((await get<List>('disposals', '&limit=1&offset=1')).result).toHaveLength(1);
});

test('crypto for crypto is a transfer of what is given at the rupees of that moment, its fee too', async () => {
  await deposit('USDT', '1000', 0);
  await trade('buyer', 1, { quote: 'USDT', amount: '0.01', gross: '500', fee: '1', gst: '0.18' });
  await count();
  const { result } = await get<List>('disposals');
  expect(
    result.map(({ kind, ticker, quantity, proceeds, cost }) => ({ kind, ticker, quantity, proceeds, cost })),
  ).toEqual([
    { kind: 'charge', ticker: 'USDT', quantity: '1.18', proceeds: '94.4', cost: '0' },
    { kind: 'exchange', ticker: 'USDT', quantity: '500', proceeds: '40000', cost: '0' },
  ]);
  expect(result[0]).toMatchObject({ isKnown: false, valuedBy: expect.stringContaining('USDT_INR/86400@') });
  const lots = await get<List>('lots', '');
  expect(lots.result[0]).toMatchObject({ ticker: 'BTC', cost: '40000', quantity: '0.01', isKnown: true });
  expect(lots.result[1]).toMatchObject({ ticker: 'USDT', remaining: '498.82', isKnown: false, mayEnter: true });
  expect(await get('summary')).toMatchObject({ gains: { unknown: 2 }, fees: { fee: '80', gst: '14.4' } });
});

test('the cost that a user enters is that of the lot after the count, of no lot of others, and of none that is on record', async () => {
  await deposit('BTC', '2', 0);
  await trade('buyer', 1, { amount: '1', gross: '1000' });
  await trade('seller', 2, { amount: '1', gross: '5000' });
  await count();
  const [bought, came] = (await get<List>('lots')).result as [{ reference: string }, { reference: string }];
  const enter = (reference: string, cost: string) => user.post('/v2/tax/cost', { reference, cost });
  expect((await enter(bought.reference, '1')).status).toBe(404);
  expect((await enter('nothing', '1')).status).toBe(404);
  expect((await enter(came.reference, '1.234')).status).toBe(422);
  expect((await enter(came.reference, '-1')).status).toBe(422);
  expect((await enter(came.reference, '6000')).status).toBe(200);
  expect(await get('summary')).toMatchObject({ isCounting: true, gains: { gain: '5000', unknown: 1 } });
  await count({ fromBeginning: true });
  expect(await get('summary')).toMatchObject({ gains: { gain: '2000', cost: '3000', unknown: 0 } });
  const other = await api.signUp(`tax${people++}@test.local`);
  expect((await other.post('/v2/tax/cost', { reference: came.reference, cost: '1' })).status).toBe(404);
  expect((await other.get<List>(`/v2/tax/disposals?year=${year}`)).body.total).toBe(0);
  expect((await api.call('GET', `/v2/tax/summary?year=${year}`)).status).toBe(401);
  expect((await user.get('/v2/tax/summary?year=1999')).status).toBe(422);
});

test('whatever the windows, repeats and two counts at once: the same rows, and what is left is what the wallets have', async () => {
  await deposit('USDT', '100000', 0);
  for (let n = 1; n <= 12; n++) {
    await trade('buyer', n, { quote: 'USDT', amount: '0.5', gross: `${1000 + 7 * n}`, fee: '1.1', gst: '0.198' });
    await trade('seller', n, { amount: '0.2', gross: `${90_000 + n}`, fee: '180', gst: '32.4', tds: '897.87' });
  }
  const counted = await Promise.all([count({ windowSize: 5 }), count({ windowSize: 3 })]);
  expect(counted.reduce((sum, one) => sum + one)).toBe(25);
  expect(await count()).toBe(0);
  const once = await everything();
  expect(await count({ fromBeginning: true })).toBe(25);
  expect(await everything()).toEqual(once);
  await count({ fromBeginning: true, windowSize: 4 });
  expect(await everything()).toEqual(once);
  const left = await sql(
    `SELECT ticker, trim_scale(sum(remaining))::text AS amount, sum(cost - remaining_cost) = (
          SELECT sum(part.cost) FROM tax_disposal_lots part JOIN tax_disposals taken ON taken.user_id = part.user_id AND taken.number = part.disposal
            WHERE part.user_id = $1 AND taken.asset_id = lot.asset_id) AS "isConserved"
      FROM tax_lots lot JOIN assets ON assets.id = asset_id WHERE user_id = $1 GROUP BY ticker, lot.asset_id ORDER BY ticker`,
    user.id,
  );
  const spent = Array.from({ length: 12 }, (_, n) => 1000 + 7 * (n + 1) + 1.298).reduce((sum, one) => sum + one);
  expect(left).toEqual([
    { ticker: 'BTC', amount: '3.6', isConserved: true },
    { ticker: 'USDT', amount: String(Number((100_000 - spent).toFixed(6))), isConserved: true },
  ]);
});

test('a reward is income and its own cost; what leaves for another wallet is no transfer; more than came is marked', async () => {
  await sql(
    `INSERT INTO referral_claims (user_id, asset_id, amount, tds, created_at) SELECT $1, id, 10, 1, ${hours(1)} FROM assets WHERE ticker = 'USDT'`,
    user.id,
  );
  await trade('seller', 2, { base: 'BTC', quote: 'INR', amount: '1', gross: '900' });
  await count();
  expect((await get<List>('incomes')).result).toMatchObject([
    { source: 'referral', amount: '10', inr: '800', ticker: 'USDT' },
  ]);
  expect((await get<List>('deductions')).result).toMatchObject([
    { source: 'referral', amount: '1', inr: '80', rate: '0.02' },
  ]);
  expect((await get<List>('disposals')).result).toMatchObject([
    { proceeds: '900', cost: '0', isKnown: false, lots: [{ kind: 'missing', quantity: '1' }] },
  ]);
  expect((await get<List>('lots')).result).toMatchObject([
    { kind: 'missing' },
    { kind: 'reward', quantity: '9', cost: '720' },
  ]);
  expect(await get('summary')).toMatchObject({ income: '800', tds: '80' });
});

test('futures are business income of the day, and their fee has its GST inside', async () => {
  const move = (seq: number, reason: number, delta: string) =>
    sql(
      `INSERT INTO perpetual_cash_moves (shard_id, seq, index, user_id, market_id, reason, delta, after, time)
        VALUES (2, $2, 0, $1, 1001, $3, $4, 0, ${hours(seq)})`,
      user.id,
      seq,
      reason,
      delta,
    );
  await sql(
    `INSERT INTO instruments (id, shard_id, name, base_asset_id, settle_asset_id, contract_value, lot_size, min_size, tick_size, max_limit_size,
        max_market_size, price_max, maker_fee, taker_fee, band_x, band_y, band_z, funding_cap, funding_interest, funding_damper,
        funding_interval_ms, impact_notional, orders_max, algos_max, tiers)
      SELECT 1001, 2, 'BTC_USDT', btc.id, usdt.id, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, '[]'
        FROM assets btc, assets usdt WHERE btc.ticker = 'BTC' AND usdt.ticker = 'USDT' ON CONFLICT DO NOTHING`,
  );
  await deposit('USDT', '100', 0);
  await move(1, 3, '-1.18');
  await move(2, 4, '50');
  await move(3, 6, '-2');
  await move(4, 5, '-20');
  await count();
  expect(await get('summary')).toMatchObject({
    futures: { realisedPnl: '4000', funding: '-160', fees: '-94.4', other: '0', net: '3745.6' },
    fees: { fee: '80', gst: '14.4' },
    gains: { transfers: 0 },
  });
});

test("an invoice has the next number of its year, is divided by the state, and never changes; its PDF is its customer's alone", async () => {
  const month = `${year}-05-01`;
  const write = () => writeInvoices(worker, month, new AbortController().signal);
  await write();
  await trade('buyer', 1, { amount: '1', gross: '1000', fee: '2.01', gst: '0.37' });
  await count();
  const first = user;
  user = await api.signUp(`tax${people++}@test.local`);
  expect((await user.post('/v2/tax/profile', { state: '99' })).status).toBe(422);
  expect((await user.post('/v2/tax/profile', { state: '27' })).status).toBe(200);
  await trade('seller', 1, { amount: '1', gross: '1000', fee: '2', gst: '0.36' });
  await count();
  const written = await Promise.all([write(), write(), write()]);
  expect(written.sort()).toEqual([0, 0, 2]);
  const listOf = async (one: TestUser) => (await one.get<List>(`/v2/tax/invoices?year=${year}`)).body.result;
  const [own] = await listOf(first);
  const [other] = await listOf(user);
  expect(own).toMatchObject({ month, fee: '2.01', igst: '0', cgst: '0.19', sgst: '0.18', total: '2.38', state: '29' });
  expect(other).toMatchObject({ fee: '2', igst: '0.36', cgst: '0', sgst: '0', total: '2.36', state: '27' });
  expect(Number(other?.number)).toBe(Number(own?.number) + 1);
  const numbers = await sql('SELECT number FROM tax_invoices WHERE year = $1 ORDER BY number', year);
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, place) => place + 1));
  await user.post('/v2/tax/profile', { state: '29' });
  expect(await write()).toBe(0);
  expect(await listOf(user)).toEqual([other]);
  await expect(sql('UPDATE tax_invoices SET fee = 1')).rejects.toThrow('append-only');
  const file = `/v2/tax/invoices/${year}/${other?.number}/file`;
  const answer = await user.get(file);
  expect(answer.status).toBe(200);
  expect(String(answer.body)).toContain('%PDF');
  expect((await first.get(file)).status).toBe(404);
});

test('files have a row for each lot of each transfer, and the rows add up to it', async () => {
  await trade('buyer', 1, { amount: '1', gross: '1000' });
  await trade('buyer', 2, { amount: '1', gross: '2000' });
  await trade('seller', 3, { amount: '2', gross: '5000', tds: '50' });
  await count();
  const rowsOf = (name: string) =>
    inTransaction(worker, async (tx) => {
      const kind = taxExports.find((one) => one.name === name);
      const rows: unknown[] = [];
      for await (const row of kind?.rows(tx, user.id, { year }) ?? []) rows.push(row);
      return rows;
    });
  expect(await rowsOf('tax.schedule-vda')).toEqual([
    ['01/05/2025', '01/05/2025', 'Capital Gain', '1000.00', '2500.00', '1500.00'],
    ['01/05/2025', '01/05/2025', 'Capital Gain', '2000.00', '2500.00', '500.00'],
  ]);
  expect(await rowsOf('tax.gains')).toHaveLength(2);
  const [deduction] = (await rowsOf('tax.deductions')) as unknown[][];
  expect(deduction?.slice(3, 10)).toEqual([
    'Income-tax Act, section 194S',
    'INR',
    '5000',
    '5000',
    '0.01',
    '50',
    '50.00',
  ]);
  expect(await rowsOf('tax.incomes')).toEqual([]);
});

test('operators record a quarter as deposited and its certificates as issued, and a rule holds from its date on', async () => {
  await trade('seller', 1, { amount: '1', gross: '900', tds: '9' });
  await count();
  const act = { actor: 'ops:test', reason: 'test' };
  const run = <Payload>(
    action: { run(tx: Transaction, given: typeof act, payload: Payload): Promise<unknown> },
    payload: Payload,
  ) => inTransaction(api.parts.pool, (tx) => action.run(tx, act, payload));
  const quarter = { year, quarter: 1 };
  const shown = async () => (await get<List>('deductions')).result[0];
  await expect(run(issueTaxCertificates, { ...quarter, on: '2025-08-15' })).rejects.toThrow(
    'not recorded as deposited',
  );
  await expect(run(depositTax, { year: 2099, quarter: 1, challan: '1', on: '2025-07-07' })).rejects.toThrow(
    'not ended',
  );
  await run(depositTax, { ...quarter, challan: '0510308', on: '2025-07-07' });
  expect(await shown()).toMatchObject({ state: 'deposited', challan: '0510308', depositedOn: '2025-07-07' });
  await run(issueTaxCertificates, { ...quarter, on: '2025-08-15' });
  expect(await shown()).toMatchObject({ state: 'issued', issuedOn: '2025-08-15' });
  await expect(run(depositTax, { ...quarter, challan: '2', on: '2025-07-07' })).rejects.toThrow('are issued');
  const rule = { key: 'vda_tds', validFrom: '2025-04-15', value: '0.01', section: 'Section X' };
  await expect(run(addTaxRule, { ...rule, key: 'nothing' })).rejects.toThrow('no tax rule');
  await expect(run(addTaxRule, { ...rule, value: '1 %' })).rejects.toThrow('the rate must be');
  await run(addTaxRule, rule);
  await expect(run(addTaxRule, rule)).rejects.toThrow('has a rule');
  expect(await shown()).toMatchObject({ section: 'Section X', rate: '0.01' });
});
