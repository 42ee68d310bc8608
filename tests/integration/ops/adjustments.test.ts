/** Adjustments of wallets: by two, never below what is available, once a reference, within a day's limit, told to the user. */

import { createRequire } from 'node:module';
import { mainAccount, postEntry, unexplainedAccount } from '@pelican/api/src/ledger/index.ts';
import { creditWallet } from '@pelican/api/src/modules/adjustments/index.ts';
import { demandWithinDay } from '@pelican/api/src/modules/adjustments/limit.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { addExchangeMetrics } from '@pelican/api/src/processes/worker/exchange-metrics.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import { mainOf, requested, type Withdrawer, withdrawerOf } from '../../support/withdrawals.ts';

// Of the package that has it.
const { Registry } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('prom-client');
let api: TestApi;
let from: Withdrawer;
let [mara, ravi, third, clerk]: TestUser[] = [];
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  [mara, ravi, third] = await Promise.all(['mara', 'ravi', 'third'].map((name) => signUpOperator(api, name)));
  clerk = await signUpOperator(api, 'clerk', ['users', 'accounts']);
  from = await withdrawerOf(api, 'adjusted@test.local', { amount: '1000', hasFactor: false });
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const ask = (by: TestUser | undefined, wanted: object = {}, { id } = from.user) =>
  (by as TestUser).post<Asked>(`/v2/ops/users/${id}/adjust`, {
    kind: 'debit',
    ticker: 'USDT',
    amount: '10',
    reference: `adjusted-${made++}`,
    text: 'It was credited twice',
    reason: 'test',
    ...wanted,
  });
const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const corrections = async () =>
  (await sql(`SELECT balance::float8 AS balance FROM ledger_accounts WHERE kind = 'corrections'`)).rows[0]?.balance ??
  0;

test('a debit is asked for by one and done by another, and its user reads why', async () => {
  const asked = await ask(mara, { amount: '100.50' });
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested' } });
  expect((await mainOf(api, from)).balance).toBe(1_000);
  expect((await approveRequest(mara, asked.body.request)).status).toBe(403);
  expect((await approveRequest(ravi, asked.body.request)).status).toBe(200);
  expect((await mainOf(api, from)).balance).toBe(899.5);
  const notices = await sql(`SELECT payload FROM notices WHERE kind = 'wallet_taken' AND user_id = $1`, from.user.id);
  expect(notices.rows).toMatchObject([{ payload: { amount: '100.5', ticker: 'USDT', text: 'It was credited twice' } }]);
  const { body } = await from.user.get<{ result: object[] }>('/v2/profile/movements?wallet=main&ticker=USDT');
  expect(body.result[0]).toMatchObject({ kind: 'debit', change: '-100.5', balance: '899.5' });
  const records = await sql(`SELECT actor, details FROM audit_records WHERE action = 'wallet.adjusted'`);
  expect(records.rows).toMatchObject([
    { actor: 'ops:mara', details: { kind: 'debit', amount: '100.5', usdValue: '100.5' } },
  ]);
});

test('a correction moves between the user and the house, both ways', async () => {
  const before = (await mainOf(api, from)).balance;
  for (const [kind, change] of [
    ['take', -20],
    ['give', 5],
  ] as const) {
    const house = await corrections();
    const held = (await mainOf(api, from)).balance;
    const { body } = await ask(mara, { kind, amount: String(Math.abs(change)) });
    expect((await approveRequest(ravi, body.request)).status).toBe(200);
    expect((await mainOf(api, from)).balance).toBe(held + change);
    expect(await corrections()).toBe(house - change);
  }
  expect((await mainOf(api, from)).balance).toBe(before - 15);
});

test('what is held is not taken, also when it is held between request and approval', async () => {
  const { balance } = await mainOf(api, from);
  const asked = await ask(mara, { amount: String(balance - 50) });
  expect(asked.status).toBe(202);
  await requested(from, { amount: '100' });
  expect((await approveRequest(ravi, asked.body.request)).body).toMatchObject({ code: 'insufficient_balance' });
  expect((await ask(mara, { amount: String(balance - 99) })).body).toMatchObject({ code: 'insufficient_balance' });
  expect(await mainOf(api, from)).toEqual({ balance, held: 100 });
});

test('two approvals at once do it once, and a repeat of the reference changes nothing', async () => {
  const { balance } = await mainOf(api, from);
  const reference = 'the-same';
  const [one, other] = [await ask(mara, { reference }), await ask(ravi, { reference })];
  const answers = await Promise.all([approveRequest(ravi, one.body.request), approveRequest(mara, other.body.request)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await mainOf(api, from)).balance).toBe(balance - 10);
  expect((await ask(mara, { reference, amount: '11' })).body).toMatchObject({ code: 'repeated_with_other_content' });
});

test('refused: without the permission, about oneself, of nothing, with too many digits, of an unknown currency', async () => {
  expect((await ask(clerk)).status).toBe(403);
  expect((await ask(from.user)).status).toBe(403);
  expect((await ask(mara, {}, mara as TestUser)).status).toBe(403);
  expect((await ask(mara, { amount: '0' })).status).toBe(422);
  expect((await ask(mara, { amount: '-5' })).status).toBe(422);
  expect((await ask(mara, { amount: '0.000000001' })).body).toMatchObject({ code: 'invalid_argument' });
  expect((await ask(mara, { ticker: 'NONE' })).body).toMatchObject({ code: 'unknown_asset' });
});

test('an operator adjusts no more than the limit of a day', async () => {
  const rich = await withdrawerOf(api, 'rich@test.local', { amount: '500000', hasFactor: false });
  expect((await ask(mara, { amount: '100000' }, rich.user)).body).toMatchObject({ code: 'too_many_requests' });
  const asked = await ask(mara, { amount: '99000' }, rich.user);
  expect((await approveRequest(ravi, asked.body.request)).status).toBe(200);
  expect((await ask(mara, { amount: '2000' }, rich.user)).body).toMatchObject({ code: 'too_many_requests' });
  expect((await ask(ravi, { amount: '2000' }, rich.user)).status).toBe(202);
});

test('credits count in the same limit, except in a demo', async () => {
  const credit = (actor: string, amount: string, reference = `credited-${made++}`) => {
    const wanted = { email: from.user.email, ticker: 'USDT', amount, wallet: 'main' as const, reference };
    return inTransaction(api.parts.pool, (tx) => creditWallet.run(tx, { actor, reason: 'test' }, wanted));
  };
  const { balance } = await mainOf(api, from);
  // A demo, which it is no more from here on.
  await credit('ops:ana', '500000');
  await demandTwoPersons(api.databaseUrl);
  await credit('ops:ana', '60000', 'of-ana');
  await expect(credit('ops:ana', '40001')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await credit('ops:ana', '60000', 'of-ana')).toMatchObject({ isRepeat: true });
  const atOnce = await Promise.allSettled([credit('ops:ana', '30000'), credit('ops:ana', '30000')]);
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(
    inTransaction(api.parts.pool, (tx) => demandWithinDay(tx, { actor: 'ops:ana', ticker: 'USDT', amount: '10001' })),
  ).rejects.toMatchObject({ code: 'too_many_requests' });
  expect((await mainOf(api, from)).balance).toBe(balance + 590_000);
});

test('a credit that a restore has lost is posted against what is unexplained, without a limit of the day, and brings its user nothing', async () => {
  const { id: assetId } = (await sql(`SELECT id FROM assets WHERE ticker = 'LTC'`)).rows[0];
  const holder = { userId: from.user.id, assetId };
  const credit = (amount: string, reference: string, wallet: 'main' | 'unexplained' = 'unexplained') => {
    const wanted = { email: from.user.email, ticker: 'LTC', amount, wallet, reference };
    return inTransaction(api.parts.pool, (tx) =>
      creditWallet.run(tx, { actor: 'ops:ana', reason: 'restored' }, wanted),
    );
  };
  const ofUser = async () =>
    (
      await sql(
        `SELECT kind, balance::float8 AS balance FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 ORDER BY kind`,
        from.user.id,
        assetId,
      )
    ).rows;
  await expect(credit('1', 'never')).rejects.toMatchObject({ code: 'invalid_argument' });
  // What is unexplained for another reason is no lost credit.
  const early = (way: 1 | -1) =>
    inTransaction(api.parts.pool, (tx) =>
      postEntry(tx, {
        kind: 'transfer_arrived',
        reference: 'transfer:2',
        idempotencyKey: `transfer:2:${way}`,
        legs: [
          { account: unexplainedAccount(holder), amount: String(-5 * way) },
          { account: mainAccount(holder), amount: String(5 * way) },
        ],
      }),
    );
  await early(1);
  await expect(credit('1', 'early')).rejects.toMatchObject({ code: 'invalid_argument' });
  // As settlement adopts what a shard did: more credits than one operator gives in a day, of an asset without a sure price.
  await inTransaction(api.parts.pool, (tx) =>
    postEntry(tx, {
      kind: 'transfer_adopted_unexplained',
      reference: 'transfer:1',
      idempotencyKey: 'transfer:1:adopted',
      legs: [
        { account: unexplainedAccount(holder), amount: '-25' },
        { account: mainAccount(holder), amount: '25' },
      ],
    }),
  );
  await early(-1);
  for (let lost = 0; lost < 25; lost++) await credit('1', `lost-${lost}`);
  expect(await credit('1', 'lost-3')).toMatchObject({ isRepeat: true });
  expect(await ofUser()).toEqual([
    { kind: 'main', balance: 25 },
    { kind: 'unexplained', balance: 0 },
  ]);
  await expect(credit('1', 'one-more')).rejects.toMatchObject({ code: 'invalid_argument' });
  const [kept] = (await sql('SELECT count(*)::int AS credits, count(usd_value)::int AS priced FROM restored_credits'))
    .rows;
  const records = await sql(`SELECT details FROM audit_records WHERE details ? 'unexplainedUsd'`);
  expect(records.rowCount).toBe(25);
  const registry = new Registry();
  addExchangeMetrics(registry, api.parts.pool);
  const [, dollars] = /^restored_credits_usd (\S+)$/m.exec(await registry.metrics()) ?? [];
  expect([kept, Number(dollars)], 'without a price it counts as all that the alert lets pass').toEqual([
    { credits: 25, priced: 0 },
    25 * 100_000,
  ]);
  await expect(credit('1', 'lost-3', 'main')).rejects.toMatchObject({ code: 'repeated_with_other_content' });
});

/** Candles of minutes as settlement writes them, so many minutes ago. */
async function candles(pair: string, minutes: { ago: number; price: number; volume: number }[]): Promise<void> {
  await sql('DELETE FROM klines USING markets WHERE market_id = markets.id AND name = $1', pair);
  for (const { ago, price, volume } of minutes)
    await sql(
      `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
        SELECT id, 60, extract(epoch FROM now())::integer / 60 * 60 - $2 * 60, $3, $3, $3, $3, $4, $3::numeric * $4 FROM markets WHERE name = $1`,
      pair,
      ago,
      price,
      volume,
    );
}

test('an asset counts by a price that one trade cannot make, and is not adjusted without one', async () => {
  const owner = await withdrawerOf(api, 'priced@test.local', { ticker: 'LTC', amount: '5000', hasFactor: false });
  const take = (amount: string) => ask(third, { ticker: 'LTC', amount }, owner.user);
  const unsure = { code: 'price_unknown' };
  await candles('LTC_USDT', []);
  expect((await take('1')).body).toMatchObject(unsure);
  // Of one small trade.
  await candles('LTC_USDT', [{ ago: 1, price: 0.01, volume: 1 }]);
  expect((await take('1')).body).toMatchObject(unsure);
  // Of a day of trade, and one small trade far below it.
  const day = { ago: 300, price: 100, volume: 500 };
  await candles('LTC_USDT', [day, { ago: 1, price: 0.01, volume: 1 }]);
  expect((await take('1001')).body).toMatchObject(unsure);
  await candles('LTC_USDT', [day, { ago: 1, price: 90, volume: 1 }]);
  expect((await take('1001')).body).toMatchObject({ code: 'too_many_requests' });
  expect((await take('999')).status).toBe(202);
});

test('of two adjustments of one operator that are approved at once one is above the limit', async () => {
  const rich = await withdrawerOf(api, 'twice@test.local', { amount: '500000', hasFactor: false });
  const asked = [await ask(third, { amount: '60000' }, rich.user), await ask(third, { amount: '60001' }, rich.user)];
  const answers = await Promise.all(asked.map(({ body }) => approveRequest(ravi, body.request)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
});
