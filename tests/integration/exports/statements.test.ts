/** Account statements: opening balance, movements and closing balance of each wallet and asset, which add up whatever the period is. */
import { accountStatement } from '@pelican/api/src/modules/statements/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../support/csv.ts';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let api: TradingApi;
let alice: TestUser;
let worker: { close(): Promise<void> };
let began: number;

const now = () => Date.now() / 1_000;

beforeAll(async () => {
  api = await startTradingApi();
  began = now() - 60;
  alice = await api.trader('alice@test.local', { USDT: '100000', PLC: '1000' });
  const bob = await api.trader('bob@test.local', { LTC: '1000', USDT: '1000' });
  worker = startExportWorker(api);
  for (const [at, amount] of ['1', '2.5', '0.3', '4'].entries()) {
    const order = { pair: 'LTC_USDT', price: '70', amount };
    expect(await bob.post('/v2/order', { ...order, direction: 'sell' })).toMatchObject({ status: 200 });
    expect(await alice.post('/v2/order', { ...order, direction: 'buy' })).toMatchObject({ status: 200 });
    const [from, to] = at % 2 === 0 ? ['trade', 'main'] : ['main', 'trade'];
    const moved = { ticker: 'USDT', amount: at % 2 === 0 ? '30.25' : '10', from, to };
    const answer = await alice.post('/v2/profile/transfer', moved);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  }
}, 180_000);
afterAll(async () => {
  await worker.close();
  await api.close();
});

interface Row {
  Currency: string;
  Wallet: string;
  Movement: string;
  Change: string;
  Balance: string;
}

async function export_(kind: string, params: object): Promise<Row[]> {
  const { body } = await alice.post<OwnExport>('/v2/exports', { kind, params, format: 'csv' });
  expect((await endOf(alice, body.id)).state).toBe('ready');
  const { content } = await fileOf(api, alice, body.id);
  await alice.delete(`/v2/exports/${body.id}`);
  return parseCsv(content) as unknown as Row[];
}

interface Section {
  opening: bigint;
  closing: bigint;
}

/** By asset and wallet, after each was added up. */
function sectionsOf(rows: readonly Row[]): Map<string, Section> {
  const sections = new Map<string, Section>();
  let balance = 0n;
  let opening = 0n;
  for (const { Currency, Wallet, Movement, Change, Balance } of rows) {
    const shown = parseBigUnits(Balance, 18);
    if (Movement === 'Opening balance') {
      opening = shown;
      balance = shown;
    } else if (Movement === 'Closing balance') sections.set(`${Currency} ${Wallet}`, { opening, closing: shown });
    else balance += parseBigUnits(Change, 18);
    expect(shown).toBe(balance);
  }
  return sections;
}

test('the statement of all time ends with what the wallets have, and has every trade', async () => {
  const rows = await export_('statements.account', { from: 0, to: now() + 60 });
  const sections = sectionsOf(rows);
  const { body } = await alice.get<{ movements: unknown }>('/v2/profile/movements?wallet=trade&ticker=USDT');
  const movements = (body as unknown as { result: { balance: string; change: string }[] }).result;
  const usdt = sections.get('USDT Trade');
  expect(formatBigUnits(usdt?.closing ?? 0n, 18)).toBe(movements[0]?.balance);
  expect(rows.filter(({ Movement, Currency }) => Movement === 'Trade' && Currency === 'LTC')).toHaveLength(4);
  expect(formatBigUnits(sections.get('USDT Main')?.closing ?? 0n, 18)).toBe('40.5');
  expect(formatBigUnits(sections.get('LTC Trade')?.closing ?? 0n, 18)).toBe('7.8');
});

test('wherever a period is cut, the second half begins with what the first has left', async () => {
  const ended = now();
  const statement = async (from: number, to: number) => {
    const rows = await inTransaction(api.parts.pool, (tx) =>
      Array.fromAsync(accountStatement.rows(tx, alice.id, { from, to })),
    );
    const texts = rows.map(([Currency, Wallet, , Movement, , Change, Balance]) => ({
      Currency,
      Wallet,
      Movement,
      Change,
      Balance,
    }));
    return sectionsOf(texts as Row[]);
  };
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (share) => {
      const cut = began + (ended - began) * share;
      const [first, second] = [await statement(began, cut), await statement(cut, ended)];
      for (const [key, { closing }] of first) expect(second.get(key)?.opening ?? 0n).toBe(closing);
      for (const [key, { opening }] of second) expect(first.get(key)?.closing ?? 0n).toBe(opening);
    }),
    { numRuns: 60 },
  );
}, 170_000);
