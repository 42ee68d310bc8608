/** What operators set for the whole exchange: who may, with whom, what everybody sees of it, and that each API process follows. */
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import type { TestUser } from '../../support/test-api.ts';

/** A copy is two seconds old at most; the third is for the machine. */
const followMsMax = 3_000;

let api: PerpetualApi;
let alice: TestUser;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;

beforeAll(async () => {
  api = await startPerpetualApi({ SITE_LINKS: 'telegram=https://t.me/deployment' });
  await api.tick({ BTC_USDT: '60000' });
  alice = await api.trader('alice@test.local', '10000');
  jane = await signUpOperator(api, 'jane');
  ravi = await signUpOperator(api, 'ravi');
  clerk = await signUpOperator(api, 'clerk', ['support', 'money']);
  await demandTwoPersons(api.databaseUrl);
}, 180_000);
afterAll(() => api?.close(), 60_000);
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE system_flags');
  await seen({ maintenance: null, trading_pause: { spot: false, perpetual: false }, quick_swap: { paused: false } });
  await seen({ languages: allLanguages });
});

const allLanguages = ['en', 'hi', 'ta', 'tr', 'ru'].map((code) => ({ code }));

const reason = 'test';
const noLinks = { social: {}, stores: {}, blog: null };
const set = (by: TestUser, key: string, value: object, version = 0) =>
  by.post<Asked>(`/v2/ops/system/${key}`, { value, version, reason });
const stateOf = async () => (await jane.get<SystemFlagsView>('/v2/ops/system')).body;

/** Waits until this API process answers so. */
async function seen(wanted: object, app: { inject: PerpetualApi['app']['inject'] } = api.app): Promise<void> {
  await until(
    JSON.stringify(wanted),
    async () => {
      const body: object = (await app.inject({ url: '/systemParams' })).json();
      try {
        expect(body).toMatchObject(wanted);
        return true;
      } catch {
        return false;
      }
    },
    followMsMax,
  );
}

const openLong = { market: 'BTC_USDT', mode: 'cross', side: 'buy', position: 'long', type: 'limit' };
const placePerpetual = () => alice.post('/v3/order', { ...openLong, price: '50000', sz: '1' });
const placeSpot = () => alice.post('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '10', amount: '0.1' });

test('only operators read them, and each flag takes its permission', async () => {
  expect((await alice.get('/v2/ops/system')).status).toBe(403);
  expect((await clerk.get('/v2/ops/system')).status).toBe(200);
  for (const who of [alice, clerk])
    for (const [key, value] of [
      ['links', noLinks],
      ['maintenance', { on: false, texts: {}, until: null }],
      ['trading_pause', { spot: true, perpetual: false }],
      ['quick_swap', { paused: true }],
      ['languages', { hidden: ['tr'] }],
    ] as const)
      expect((await set(who, key, value)).status, key).toBe(403);
});

test('a venue is paused by one at once: it takes no new orders, cancels go on; two let it go on', async () => {
  const resting = await placePerpetual();
  expect(resting.status).toBe(200);
  expect((await set(jane, 'trading_pause', { spot: true, perpetual: true })).body.status).toBe('done');
  await seen({ trading_pause: { spot: true, perpetual: true } });
  for (const answer of [await placePerpetual(), await placeSpot()])
    expect(answer).toMatchObject({ status: 503, body: { code: 'trading_paused' } });
  const closing = await alice.post('/v3/order', { ...openLong, side: 'sell', price: '60000', sz: '1' });
  expect(closing.body, 'the engine judges what closes').toMatchObject({ code: 'insufficient_position' });
  const { order_id } = resting.body as { order_id: number };
  expect((await alice.post('/v3/order/cancel', { market: 'BTC_USDT', order_id })).status).toBe(200);

  const asked = await set(ravi, 'trading_pause', { spot: true, perpetual: false }, 1);
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  expect((await approveRequest(ravi, asked.body.request)).status, 'not one’s own').toBe(403);
  expect((await placePerpetual()).status).toBe(503);
  expect((await approveRequest(jane, asked.body.request)).status).toBe(200);
  await seen({ trading_pause: { spot: true, perpetual: false } });
  expect((await placePerpetual()).status).toBe(200);
  expect((await placeSpot()).body).toMatchObject({ code: 'trading_paused' });
});

test('quick swaps are paused by one while other orders are taken, and taken again by two; what cannot be read pauses them', async () => {
  const market = { pair: 'LTC_USDT', direction: 'buy', amount: '1', amount_type: 'money' };
  const swap = () => alice.post('/v2/order/put_market', { ...market, purpose: 'exchange' });
  const others = () => alice.post('/v2/order/put_market', market);
  // Nothing rests in the book: the engine refuses what reaches it.
  const reached = (await others()).body.code;
  expect((await swap()).body.code).toBe(reached);
  expect((await set(jane, 'quick_swap', { paused: true })).body.status).toBe('done');
  await seen({ quick_swap: { paused: true } });
  expect(await swap()).toMatchObject({ status: 503, body: { code: 'quick_swap_paused' } });
  expect((await others()).body.code).toBe(reached);
  const asked = await set(jane, 'quick_swap', { paused: false }, 1);
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  expect((await approveRequest(jane, asked.body.request)).status, 'not one’s own').toBe(403);
  expect((await approveRequest(ravi, asked.body.request)).status).toBe(200);
  await seen({ quick_swap: { paused: false } });
  expect((await swap()).body.code).toBe(reached);
  await api.parts.pool.query(`UPDATE system_flags SET value = '{"paused":"later"}' WHERE key = 'quick_swap'`);
  await seen({ quick_swap: { paused: true } });
});

test('a flag as another release has written it is replaced, and by two where that opens something', async () => {
  await set(jane, 'trading_pause', { spot: true, perpetual: true });
  for (const [version, written] of ['{"venues":["spot"]}', '{"spot":"later","perpetual":false}', '"later"'].entries()) {
    await api.parts.pool.query(
      `UPDATE system_flags SET value = $1, version = 10 * $2::int + 10 WHERE key = 'trading_pause'`,
      [written, version],
    );
    const asked = await set(jane, 'trading_pause', { spot: false, perpetual: false }, 10 * version + 10);
    expect([asked.status, asked.body.status], written).toEqual([202, 'requested']);
    const shown = (await ravi.get<{ payload: object }>(`/v2/ops/requests/${asked.body.request.id}`)).body.payload;
    expect(shown).toMatchObject({ before: JSON.parse(written) });
    expect((await approveRequest(ravi, asked.body.request)).status, written).toBe(200);
  }
  await api.parts.pool.query(`UPDATE system_flags SET value = '{"venues":["spot"]}' WHERE key = 'trading_pause'`);
  const { version, value } = (await stateOf()).trading_pause;
  expect(value, 'what counts in its place').toEqual({ spot: true, perpetual: true });
  // What cannot be read pauses both already.
  expect((await set(jane, 'trading_pause', { spot: true, perpetual: true }, version)).body.status).toBe('done');
});

test('a request is void once the flag is another; of two changes at once one is refused', async () => {
  await set(jane, 'trading_pause', { spot: true, perpetual: false });
  const asked = await set(jane, 'trading_pause', { spot: false, perpetual: false }, 1);
  expect((await set(ravi, 'trading_pause', { spot: true, perpetual: true }, 1)).status).toBe(200);
  expect((await approveRequest(ravi, asked.body.request)).body.code).toBe('flag_changed');
  const both = await Promise.all(
    ['first', 'second'].map((en) => set(jane, 'maintenance', { on: true, texts: { en }, until: null })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('links replace the deployment’s; what leads readers elsewhere takes two, removing it does not', async () => {
  await seen({ social_links: { telegram: 'https://t.me/deployment' }, app_links: {}, blog_link: null });
  expect(await stateOf()).toMatchObject({
    links: { version: 0, value: { social: { telegram: 'https://t.me/deployment' } } },
  });
  const value = {
    social: { twitter: 'https://x.test/a' },
    stores: { ios: 'https://apps.test/1' },
    blog: 'https://blog.test',
  };
  const asked = await set(jane, 'links', value);
  expect(asked.status).toBe(202);
  expect((await approveRequest(ravi, asked.body.request)).status).toBe(200);
  await seen({ social_links: value.social, app_links: value.stores, blog_link: value.blog });
  const other = { ...value, stores: { ios: 'https://apps.test/2' } };
  expect((await set(jane, 'links', other, 1)).status, 'another app').toBe(202);
  expect((await set(jane, 'links', { ...value, stores: {} }, 1)).status, 'one less').toBe(200);
  await seen({ app_links: {} });
});

test.each([
  'javascript:alert(1)',
  'http://x.test/',
  'https://user@x.test/',
  'https://x.test/ a',
  'https://localhost/',
  '//x.test',
  '',
  `https://x.test/${'a'.repeat(300)}`,
])('no link leads to %s', async (address) => {
  expect((await set(jane, 'links', { ...noLinks, social: { twitter: address } })).status).toBe(422);
});

test('a language is hidden by one operator: nobody is offered it, nobody can choose it, and its texts are answered in English', async () => {
  const choose = (lang: string) => api.app.inject({ method: 'POST', url: '/v2/locale', payload: { lang } });
  expect((await choose('tr')).statusCode).toBe(200);
  expect((await set(jane, 'languages', { hidden: ['tr'] })).body.status).toBe('done');
  await seen({ languages: allLanguages.filter(({ code }) => code !== 'tr') });
  expect((await choose('tr')).statusCode).toBe(422);
  expect((await set(jane, 'languages', { hidden: [] }, 1)).body.status).toBe('done');
  await seen({ languages: allLanguages });
  expect((await choose('tr')).statusCode).toBe(200);
});

test('flags and fields that are not declared are refused', async () => {
  expect((await set(jane, 'nowhere', {})).status).toBe(404);
  expect((await set(jane, 'links', { ...noLinks, other: 1 })).status).toBe(422);
  expect((await set(jane, 'links', { ...noLinks, social: { orkut: 'https://x.test/' } })).status).toBe(422);
  for (const hidden of [['en'], ['fr'], ['tr', 'tr']])
    expect((await set(jane, 'languages', { hidden })).status, hidden.join()).toBe(422);
  expect((await set(jane, 'maintenance', { on: true, texts: { hi: 'काम' }, until: null })).status).toBe(422);
});

test('maintenance is on every page from one operator’s word on, in each API process, and ends so', async () => {
  const second = await buildApp(api.parts);
  try {
    const texts = { en: 'Deposits of BTC are late.', hi: 'BTC की जमा राशि देर से आएगी।' };
    expect((await set(jane, 'maintenance', { on: true, texts, until: 1_900_000_000 })).status).toBe(200);
    await seen({ maintenance: { texts, until: 1_900_000_000 } }, second);
    expect((await set(ravi, 'maintenance', { on: false, texts, until: null }, 1)).status).toBe(200);
    await seen({ maintenance: null }, second);
  } finally {
    await second.close();
  }
  const { rows } = await api.parts.pool.query<{ action: string; actor: string }>(
    `SELECT action, actor FROM audit_records WHERE subject = 'flag:maintenance' ORDER BY id DESC LIMIT 2`,
  );
  expect(rows).toEqual([
    { action: 'system.maintenance_set', actor: 'ops:ravi' },
    { action: 'system.maintenance_set', actor: 'ops:jane' },
  ]);
});
