/** A change of figures that an operator has read, and somebody else has changed meanwhile: it is refused, and nothing is changed or asked for. */
import type { ActionDeps, OperatorAction } from '@pelican/api/src/identity/index.ts';
import { findTwoPersonAction, submitAction, twoPersonActions } from '@pelican/api/src/modules/operations/index.ts';
import { askedPayload } from '@pelican/api/src/modules/operations/payloads.ts';
import { makeRequest } from '@pelican/api/src/modules/operations/requests.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { changeIndexSource } from '@pelican/api/src/ticker/index.ts';
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import type { OperatorView } from '@pelican/shared/contracts/operations';
import type { MethodDetail, NetworkDetail } from '@pelican/shared/contracts/payments';
import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listBitcoin } from '../../support/listings-without-engine.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: TestUser;
let ravi: TestUser;
let method: MethodDetail;
let network: NetworkDetail;
let instrument: OperatorInstrument;
let market: OperatorMarket;
let clerk: OperatorView;

const reason = 'test';
const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);

beforeAll(async () => {
  api = await startTestApi();
  await listBitcoin(api.parts.pool);
  // One that is open cannot have a time to open.
  await sql(`UPDATE markets SET status = 'closed' WHERE name = 'LTC_USDT'`);
  jane = await signUpOperator(api, 'jane');
  ravi = await signUpOperator(api, 'ravi');
  await signUpOperator(api, 'clerk', ['support']);
  await demandTwoPersons(api.databaseUrl);
}, 150_000);
afterAll(() => api?.close());

/** What the console shows. */
beforeEach(async () => {
  const of = async <Row>(path: string) => (await jane.get<{ result: Row[] }>(path)).body.result;
  method = (await of<MethodDetail>('/v2/ops/payments?search=USDT'))[0] as MethodDetail;
  network = (await of<NetworkDetail>('/v2/ops/payment-networks')).find(
    ({ key }) => key === method.network?.key,
  ) as NetworkDetail;
  instrument = (await of<OperatorInstrument>('/v2/ops/instruments'))[0] as OperatorInstrument;
  market = (await of<OperatorMarket>('/v2/ops/markets')).find(({ name }) => name === 'LTC_USDT') as OperatorMarket;
  clerk = (await of<OperatorView>('/v2/ops/operators')).find(({ name }) => name === 'clerk') as OperatorView;
});

interface Dialog {
  /** The call, and what it sends beside the figures that the dialog shows. */
  path: () => string;
  change: object;
  /** As the console reads them. */
  shown: () => unknown;
  /** What somebody else does meanwhile, to a figure that this change does not touch where the dialog shows several. */
  meanwhile: () => Promise<unknown>;
}

const names = <Of extends object>(of: Of, ...picked: (keyof Of)[]) =>
  Object.fromEntries(picked.map((name) => [name, of[name]]));
const steps = ['priceStep', 'amountStep', 'amountMin', 'amountMax', 'totalMin', 'priceMax', 'tax', 'isNew'] as const;

const dialogs: Record<string, Dialog> = {
  'a market': {
    path: () => `/v2/ops/markets/${market.name}/change`,
    change: { change: { makerFeePpm: 700 } },
    shown: () => names(market, ...steps, 'makerFeePpm', 'takerFeePpm'),
    meanwhile: () => sql(`UPDATE markets SET taker_fee_ppm = taker_fee_ppm + 1 WHERE name = 'LTC_USDT'`),
  },
  'an opening': {
    path: () => `/v2/ops/markets/${market.name}/opening`,
    change: { open_at: Math.floor(Date.now() / 1000) + 7_200 },
    shown: () => market.opensAt,
    meanwhile: () =>
      sql(`INSERT INTO market_openings (market_id, open_at, figures, set_by)
        SELECT id, date_trunc('second', now()) + interval '1 hour', '{}', 'mara' FROM markets WHERE name = 'LTC_USDT'
        ON CONFLICT (market_id) DO UPDATE SET open_at = market_openings.open_at + interval '1 minute'`),
  },
  'an instrument': {
    path: () => `/v2/ops/instruments/${instrument.name}/change`,
    change: { change: { takerFee: '0.0006' } },
    shown: () => names(instrument, 'takerFee', 'makerFee', 'fundingIntervalMs', 'tiers'),
    meanwhile: () =>
      sql(
        `UPDATE instruments SET tiers = jsonb_set(tiers::jsonb, '{0,mmr}', to_jsonb(((tiers::jsonb #>> '{0,mmr}')::numeric + 0.001)::text))::json`,
      ),
  },
  terms: {
    path: () => `/v2/ops/payments/${method.id}/terms`,
    change: { action: 'withdraw', change: { feeFixed: '3' } },
    shown: () => method.ways.find(({ action }) => action === 'withdraw')?.terms,
    meanwhile: () => sql(`UPDATE payment_terms SET amount_min = amount_min + 1 WHERE method_id = $1`, method.id),
  },
  'a method': {
    path: () => `/v2/ops/payments/${method.id}/method`,
    change: { change: { description: 'Sandbox' } },
    shown: () => names(method, 'name', 'description', 'tooltip', 'contract', 'decimals', 'provider'),
    meanwhile: () => sql(`UPDATE payment_methods SET tooltip = tooltip || '.' WHERE id = $1`, method.id),
  },
  'a network': {
    path: () => `/v2/ops/payment-networks/${network.key}/change`,
    change: { change: { name: 'Sandbox of tests' } },
    shown: () =>
      names(network, 'name', 'chainId', 'chainName', 'addressType', 'blockSeconds', 'explorerAddress') as object,
    meanwhile: () => sql('UPDATE networks SET block_seconds = block_seconds + 1 WHERE key = $1', network.key),
  },
  confirmations: {
    path: () => `/v2/ops/payment-networks/${network.key}/confirmations`,
    change: { confirmations: 9 },
    shown: () => network.confirmations,
    meanwhile: () => sql('UPDATE networks SET confirmations = confirmations + 1 WHERE key = $1', network.key),
  },
  permissions: {
    path: () => '/v2/ops/operators/permissions',
    change: { email: 'clerk@test.local', permissions: ['content'] },
    shown: () => clerk.permissions.toReversed(),
    meanwhile: () =>
      sql(`UPDATE users SET permissions = CASE 'money' = ANY (permissions) WHEN true THEN '{support}' ELSE '{support,money}'::text[] END
        WHERE operator_name = 'clerk'`),
  },
};

const stateOf = async () => {
  const tables = ['markets', 'market_openings', 'instruments', 'payment_terms', 'payment_methods', 'networks'];
  const rows = await Promise.all(tables.map((table) => sql(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  const { rows: operators } = await sql('SELECT permissions FROM users ORDER BY id');
  const { rows: requests } = await sql('SELECT count(*) FROM operator_requests');
  return [...rows.map((found) => found.rows), operators, requests];
};

test.each(Object.entries(dialogs))('of %s', async (_, { path, change, shown, meanwhile }) => {
  const read = shown();
  const send = (before: unknown) => jane.post<Asked>(path(), { ...change, before, reason });
  await meanwhile();
  const state = await stateOf();
  expect(await send(read)).toMatchObject({ status: 409, body: { code: 'figures_changed' } });
  expect(await stateOf()).toEqual(state);
});

interface AskedAction {
  action: OperatorAction<{ before?: unknown }, unknown, unknown>;
  payload: { before?: unknown };
}

/** What a dialog asks for, as its action is called: with the figures that the dialog shows. */
async function askedBy({ path, change, shown }: Dialog): Promise<AskedAction> {
  const before = shown();
  const { body } = await jane.post<Asked>(path(), { ...change, before, reason });
  const { rows } = await sql('SELECT action, payload FROM operator_requests WHERE id = $1', body.request.id);
  const action = twoPersonActions[findTwoPersonAction(rows[0].action) as 'changeMarket'];
  return { action: action as unknown as AskedAction['action'], payload: { ...rows[0].payload, before } };
}

test.each(Object.entries(dialogs))(
  'of %s: what changes while it is asked for is compared with what was read',
  async (_, dialog) => {
    const { action, payload } = await askedBy(dialog);
    const changedMeanwhile: typeof action = {
      ...action,
      // Where this locks what it reads, nothing changes from there on.
      isForOne: () => false,
      async bind(tx, wanted) {
        await dialog.meanwhile();
        return (await action.bind?.(tx, wanted)) ?? wanted;
      },
    };
    const state = await stateOf();
    const asked = submitAction(
      { pool: api.parts.pool } as ActionDeps,
      { actor: 'ops:jane', twoPersons: true },
      changedMeanwhile,
      { payload, reason },
    );
    await expect(asked).rejects.toMatchObject({ code: 'figures_changed' });
    // Nothing is asked for.
    expect((await stateOf()).at(-1)).toEqual(state.at(-1));
  },
);

test.each(Object.entries(dialogs))('of %s: no other operator changes what is bound', async (_, dialog) => {
  const { action, payload } = await askedBy(dialog);
  const changing = (lockMs: number) =>
    inTransaction(api.parts.pool, async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${lockMs}`);
      await action.run(tx, { actor: 'ops:ravi', reason }, payload);
    });
  await inTransaction(api.parts.pool, async (tx) => {
    await action.bind?.(tx, payload);
    await expect(changing(200)).rejects.toMatchObject({ code: '55P03' });
  });
});

test.each(Object.entries(dialogs))(
  'of %s: a request of a release that kept no such figures, or others, is refused, and nothing is changed',
  async (_, dialog) => {
    const { action, payload } = await askedBy(dialog);
    const { before, ...earlier } = await inTransaction(api.parts.pool, (tx) => askedPayload(tx, action, payload));
    const others = typeof before === 'object' && !Array.isArray(before) ? { ...before, later: '1' } : [before];
    const state = await stateOf();
    for (const [form, text] of [
      [earlier, /does not name the figures that such a request names now/],
      [{ ...earlier, before: others }, /does not name the figures|another version of the exchange/],
      [{ ...earlier, before, later: '1' }, /was made by another version of the exchange/],
    ] as const) {
      const request = { action, payload: form, maker: 'ops:jane', reason };
      const { id, payloadHash: hash } = await inTransaction(api.parts.pool, (tx) => makeRequest(tx, request));
      const refused = await approveRequest(ravi, { id, hash });
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'request_closed', errors: { message: [expect.stringMatching(text)] } },
      });
    }
    expect((await stateOf()).slice(0, -1)).toEqual(state.slice(0, -1));
  },
);

test.each(Object.entries(dialogs))(
  'of %s: with what is there now it is asked for, and the other operator reads it',
  async (_, { path, change, shown }) => {
    const asked = await jane.post<Asked>(path(), { ...change, before: shown(), reason });
    expect([asked.status, asked.body.status], JSON.stringify(asked.body)).toEqual([202, 'requested']);
    const { request } = asked.body;
    const { body } = await ravi.get<{ payload: { before?: unknown } }>(`/v2/ops/requests/${request.id}`);
    expect(body.payload.before).not.toBeUndefined();
    expect(await approveRequest(ravi, request)).toMatchObject({ status: 200 });
  },
);

test('what was asked for by figures that change before the approval is not done', async () => {
  const { path, shown, meanwhile } = dialogs.permissions as Dialog;
  const body = { email: clerk.email, permissions: ['listings'], before: shown(), reason };
  const { request } = (await jane.post<Asked>(path(), body)).body;
  await meanwhile();
  expect(await approveRequest(ravi, request)).toMatchObject({
    status: 409,
    body: { code: 'request_closed' },
  });
});

test('a source of an index is asked for with the settings that this release fills in', async () => {
  const config = { url: 'https://feed.test/btc', pricePath: 'data.0.price' };
  const payloadOf = (given: object) =>
    changeIndexSource.payload.parse({
      pair: 'BTC_USDT',
      source: 'feed',
      change: { action: 'add', kind: 'feed', weight: '0.5', config: given },
    });
  const ask = (given: object) =>
    submitAction({ pool: api.parts.pool } as ActionDeps, { actor: 'ops:jane', twoPersons: true }, changeIndexSource, {
      payload: payloadOf(given),
      reason,
    });
  await expect(ask({ ...config, pollMs: 1 })).rejects.toMatchObject({ code: 'invalid_argument' });
  // Of a release that filled in nothing, or something else.
  for (const given of [config, { ...config, pollMs: '1000' }]) {
    const request = { action: changeIndexSource, payload: payloadOf(given), maker: 'ops:jane', reason };
    const { id, payloadHash: hash } = await inTransaction(api.parts.pool, (tx) => makeRequest(tx, request));
    expect(await approveRequest(ravi, { id, hash })).toMatchObject({ status: 409, body: { code: 'request_closed' } });
  }
  const asked = await ask(config);
  if (asked.kind !== 'requested') throw new Error('it takes two');
  const { id, payloadHash: hash } = asked.request;
  const { body } = await ravi.get(`/v2/ops/requests/${id}`);
  expect(body.payload).toMatchObject({ change: { config: { ...config, pollMs: 1_000 } } });
  expect(await approveRequest(ravi, { id, hash })).toMatchObject({ status: 200 });
  const { rows } = await sql(`SELECT config FROM index_sources WHERE id = 'feed'`);
  expect(rows).toEqual([{ config: { ...config, pollMs: 1_000 } }]);
});
