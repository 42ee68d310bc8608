/** Lenders and borrowers over the real API: loans are switched on, and the test says the index of each second. */
import { randomUUID } from 'node:crypto';
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { loadInstruments } from '@pelican/api/src/catalog/index.ts';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { mainAccount, outside, postEntry } from '@pelican/api/src/ledger/index.ts';
import { PerpetualMarketState } from '@pelican/api/src/live/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { publishSpotIndexes } from '@pelican/api/src/ticker/index.ts';
import type { Endpoint } from '@pelican/shared/contracts';
import { type CurrencyList, type LoanView, loansEndpoints, type OfferView } from '@pelican/shared/contracts/loans';
import { type EngineEvent, EventKind, MarketState } from '@pelican/shared/engine/perpetual';
import { parseBigUnits, parseTicks } from '@pelican/shared/money';
import { expect } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { credit } from './ledger-users.ts';
import { asPart } from './roles.ts';
import { type Answer, startTestApi, type TestApi, type TestUser } from './test-api.ts';

export const dayMs = 86_400_000;

export type LoansApi = Awaited<ReturnType<typeof startLoansApi>>;

/** Prices are said again each second, as the ticker does. @param on an API that runs; one without engines otherwise */
export async function startLoansApi({ isSwitchedOn = true, on }: { isSwitchedOn?: boolean; on?: TestApi } = {}) {
  const api = on ?? (await startTestApi());
  const { pool } = api.parts;
  const { view } = api.parts.perpetual.live;
  await seedInstruments(pool);
  const { instruments } = await loadInstruments(pool);
  for (const instrument of instruments) view.addMarket(new PerpetualMarketState(instrument));
  const indexes = new Map<string, string>();
  const say = (at = Date.now()) => {
    view.beginEntry(at, view.seq + 1, 0);
    for (const [name, price] of indexes) {
      const instrument = instruments.find((one) => one.name === name);
      const parsed = instrument && parseTicks(price, instrument.steps);
      if (!instrument || !parsed || !('count' in parsed)) throw new Error(`no index of ${name} is ${price}`);
      const prices = { indexTicks: parsed.count, markTicks: parsed.count, maxBuyTicks: 0, minSellTicks: 0 };
      const event = { market: instrument.id, state: MarketState.open, openInterestLots: 0, ...prices };
      view.apply({ kind: EventKind.marketPriced, ...event } as EngineEvent);
    }
    view.endEntry(view.position);
  };
  const spotIndexes = new Map<string, string>();
  const saySpot = (n: number) => {
    const known = [...spotIndexes].map(([name, price]) => [name, String(parseBigUnits(price, 8))]);
    return publishSpotIndexes(api.parts.redis, n, Object.fromEntries(known));
  };
  const second = () => Math.floor(Date.now() / 1_000);
  const seconds = setInterval(() => {
    say();
    if (spotIndexes.size > 0) void saySpot(second()).catch(() => undefined);
  }, 1_000);
  if (isSwitchedOn) {
    await pool.query(
      `INSERT INTO system_flags (key, value, updated_by) VALUES ('p2p_loans', '{"take": true, "create": true}', 'test')`,
    );
    const isOn = async () => (await api.call('GET', '/p2p/currency-list')).body.block_take === false;
    await until('loans are switched on', isOn, 10_000);
  }
  const worker = createPool(
    { databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 5 },
    createLogger('silent', 'worker'),
  );
  const assetId = async (ticker: string) =>
    Number((await pool.query('SELECT id FROM assets WHERE ticker = $1', [ticker])).rows[0]?.id);
  let people = 0;

  return {
    ...api,
    /** With the rights of the worker, for its jobs. */
    worker,
    setIndex(prices: Record<string, string>): void {
      for (const [name, price] of Object.entries(prices)) indexes.set(name, price);
      say();
    },
    /** As if these had been the indexes of the whole last minute. */
    holdIndex(prices: Record<string, string>): void {
      for (const [name, price] of Object.entries(prices)) indexes.set(name, price);
      // A minute may touch 61 seconds of the clock: what an earlier test said in the first of them is said anew, too.
      for (let second = 60; second >= 0; second--) say(Date.now() - second * 1_000);
    },
    /** The same of markets without a perpetual. Resolves when the API has heard it. */
    async holdSpotIndex(prices: Record<string, string>): Promise<void> {
      for (const [name, price] of Object.entries(prices)) spotIndexes.set(name, price);
      for (let before = 60; before >= 0; before--) await saySpot(second() - before);
      const [name = '', price] = Object.entries(prices)[0] ?? [];
      const [ticker, money] = name.split('_');
      const isHeard = async () => {
        const { crypto } = (await api.call<CurrencyList>('GET', '/p2p/currency-list')).body;
        const pair = crypto.find((one) => one.ticker === ticker)?.pairs.find((one) => one.fiat_currency === money);
        return Number(pair?.price) === Number(price);
      };
      await until(`the index of ${name} is heard`, isHeard, 10_000);
    },
    /** From now on the price, without the minute before. */
    setSpotIndex(prices: Record<string, string>): void {
      for (const [name, price] of Object.entries(prices)) spotIndexes.set(name, price);
    },
    /** No index is said any more. */
    loseIndex(): void {
      indexes.clear();
      spotIndexes.clear();
    },
    /** A verified user with money in the main wallet. */
    async person(name: string, money: Record<string, string> = {}, options: { kycApproved?: boolean } = {}) {
      const user = await api.signUp(`${name}${people++}@loans.test`, options);
      for (const [ticker, amount] of Object.entries(money))
        await credit(pool, { userId: user.id, assetId: await assetId(ticker), amount });
      return withDeclaredRefusals(user);
    },
    async give(user: TestUser, ticker: string, amount: string): Promise<void> {
      await credit(pool, { userId: user.id, assetId: await assetId(ticker), amount });
    },
    /** Out of the main wallet, as a withdrawal takes it. */
    async take(user: TestUser, ticker: string, amount: string): Promise<void> {
      const holder = { userId: user.id, assetId: await assetId(ticker) };
      const legs = [
        { account: mainAccount(holder), amount: `-${amount}` },
        { account: outside(holder.assetId), amount },
      ];
      const entry = { kind: 'debit', reference: 'test', idempotencyKey: randomUUID(), legs };
      await inTransaction(pool, (tx) => postEntry(tx, entry));
    },
    /** What the user has, by kind of account, without what is empty: 'main USDT' and the like. */
    async moneyOf({ id }: TestUser): Promise<Record<string, string>> {
      const { rows } = await pool.query<{ name: string; balance: string }>(
        `SELECT kind || ' ' || ticker AS name, trim_scale(balance)::text AS balance
          FROM ledger_accounts JOIN assets ON assets.id = asset_id WHERE user_id = $1 AND balance <> 0 ORDER BY 1`,
        [id],
      );
      return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
    },
    async demandAudited(): Promise<void> {
      const { differences } = await audit(pool, api.config.shards);
      expect(differences).toEqual([]);
    },
    async close(): Promise<void> {
      clearInterval(seconds);
      await worker.end();
      await api.close();
    },
  };
}

/** That every call may answer, without a declaration of its own. */
const everywhere: readonly string[] = ['invalid_argument', 'unauthorized', 'invalid_token', 'account_blocked'];

/** Fails a test whose call of loans is refused by what the call does not declare. */
function withDeclaredRefusals(user: TestUser): TestUser {
  const checked = (method: 'GET' | 'POST', path: string, answer: Answer<unknown>) => {
    const name = `${method} ${path.replace(/\?.*/, '').replace(/\/[\d.]+$/, '/:id')}`;
    const call = new Map<string, Endpoint>(Object.entries(loansEndpoints)).get(name);
    const { code } = answer.body as { code?: string };
    if (call && code !== undefined)
      expect([...everywhere, ...(call.errors ?? [])], `${name} refuses by`).toContain(code);
    return answer;
  };
  return {
    ...user,
    get: async (...call: Parameters<TestUser['get']>) => checked('GET', call[0], await user.get(...call)),
    post: async (...call: Parameters<TestUser['post']>) => checked('POST', call[0], await user.post(...call)),
  } as TestUser;
}

/** 1,000 USDT for 3 to 30 days, against BTC. */
export const order = {
  amount_from: '100',
  amount_to: '1000',
  days_from: 3,
  days_to: 30,
  percent_from: '0.05',
  percent_to: '0.1',
  currency: 'BTC',
};
/** 500 USDT for ten days at 0.1%. */
export const bid = { currency: 'BTC', amount: '500', days: 10, pay_percent: '0.1' };

type Created = Answer<{ id: number; order: OfferView }>;
type Taken = Answer<{ id: number; loan: LoanView }>;

export const createOrder = (by: TestUser, wanted: object = {}, headers = {}): Promise<Created> =>
  by.post('/p2p/create-order', { ...order, ...wanted }, { headers });
export const takeCredit = (by: TestUser, offerId: number, wanted: object = {}, headers = {}): Promise<Taken> =>
  by.post(`/p2p/take-credit/${offerId}`, { ...bid, ...wanted }, { headers });

/** The offer's id; the creation has to be answered with 200. */
export async function madeOffer(by: TestUser, wanted: object = {}): Promise<number> {
  const answer = await createOrder(by, wanted);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.id;
}

/** The loan or request; the call has to be answered with 200. */
export async function takenCredit(by: TestUser, offerId: number, wanted: object = {}): Promise<LoanView> {
  const answer = await takeCredit(by, offerId, wanted);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.loan;
}

export const offerOf = async (by: TestUser, id: number | null) =>
  (await by.get<OfferView>(`/p2p/order-description/${id}`)).body;
export const loanOf = async (by: TestUser, id: number) => (await by.get<LoanView>(`/p2p/loan/${id}`)).body;

/** How many answers had each status or, of refusals, each code. */
export function outcomesOf(answers: { status: number; body: unknown }[]): Record<string, number> {
  const names = answers.map(({ status, body }) => (status === 200 ? '200' : String((body as { code: string }).code)));
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
