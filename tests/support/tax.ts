/** Trades, deposits and candles of a tax year, as a test writes them, and what the worker counts of them. Each test has a user of its own. */
import { countUser } from '@pelican/api/src/modules/tax/count.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { taxPeriod } from '@pelican/shared/contracts/tax';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { credit } from './ledger-users.ts';
import { asPart } from './roles.ts';
import { startTestApi, type TestApi, type TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';

export let api: TestApi;
/** As the worker may. */
export let worker: pg.Pool;
export let user: TestUser;
let people = 0;
let trades = 0;
export const year = 2025;
/** 1 May of the financial year, and hours after it, as Postgres reads it. */
export const hours = (after: number) => `to_timestamp(${taxPeriod(year).from + 30 * 86_400 + after * 3_600})`;

/** The API of a file, with a dollar of 80 rupees and a bitcoin of 50,000 dollars in the whole year; settlement is ahead of everything. */
export function openTaxForFile(): void {
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
    await nextUser();
  });
  afterAll(async () => {
    await worker?.end();
    await api.close();
  });
}

/** Everything from here on is of a new user. @returns who it was before */
export async function nextUser(): Promise<TestUser> {
  const before = user;
  user = await api.signUp(`tax${people++}@test.local`);
  return before;
}

export const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const candle = (pair: string, close: string) =>
  sql(
    `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
      SELECT id, 86400, $2 + day * 86400, $3, $3, $3, $3, 1, 1 FROM markets, generate_series(0, 366) AS day WHERE name = $1`,
    pair,
    taxPeriod(year).from - 86_400,
    close,
  );
/** Money that came from outside at a time. */
export async function deposit(ticker: string, amount: string, after: number): Promise<void> {
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
export async function trade(
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
export const count = (options = {}) => countUser(worker, user.id, options);
export const get = async <Body>(list: string, more = '') =>
  (await user.get<Body>(`/v2/tax/${list}?year=${year}${more}`)).body;
export interface List {
  result: Record<string, unknown>[];
  total: number;
}
