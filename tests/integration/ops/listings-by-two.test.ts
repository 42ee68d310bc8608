import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { answerCommands } from '../../support/listings-without-engine.ts';
import { demandTwoPersons, makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let jane: CommandLine;
let ravi: CommandLine;

const because = ['--reason', 'test'];

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  const environment = { DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl };
  jane = commandLine({ ...environment, OPERATOR: 'jane' });
  ravi = commandLine({ ...environment, OPERATOR: 'ravi' });
  for (const name of ['jane', 'ravi'])
    await makeTestOperator(api.parts.pool, await api.signUp(`${name}@test.local`), ['listings', 'accounts']);
});
afterAll(() => api.close());

async function approved(result: Awaited<ReturnType<CommandLine>>): Promise<void> {
  expect(result).toMatchObject({ code: 0, errors: [] });
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(result.lines.join()) ?? [];
  expect(await jane('approve', id, hash)).toMatchObject({ code: 1 });
  expect(await ravi('approve', id, hash)).toMatchObject({ code: 0, errors: [] });
}

const sources = async () =>
  (await api.parts.pool.query<{ id: string }>('SELECT id FROM index_sources ORDER BY id')).rows.map(({ id }) => id);

const fields =
  'contractValue=0.01 lotSize=0.01 tickSize=0.1 minSize=0.01 maxLimitSize=10000 maxMarketSize=2000 priceMax=1000000 ' +
  'makerFee=0.0002 takerFee=0.0005 fundingCap=0.00375 impactNotional=20000 tiers=1000:0.004:100';

it('one operator alone neither chooses where an index comes from nor changes fees, tiers and bands', async () => {
  expect(await jane('list-instrument', 'BTC_USDT', ...fields.split(' '), ...because)).toMatchObject({ code: 0 });
  const source = ['index-source', 'BTC_USDT', 'own', 'add', 'kind=own_spot', 'weight=1', 'market=BTC_USDT'];
  const asked = await jane(...source, ...because);
  expect(await sources()).toEqual([]);
  await approved(asked);
  expect(await sources()).toEqual(['own']);

  const fee = async () => (await api.parts.pool.query('SELECT taker_fee::float8 AS fee FROM instruments')).rows[0];
  const change = await jane('instrument', 'BTC_USDT', 'set', 'takerFee=0.0006', 'status=halted', ...because);
  expect(await fee()).toEqual({ fee: 0.0005 });
  await approved(change);
  expect(await fee()).toEqual({ fee: 0.0006 });
  // No engine runs that could have answered: nothing but a stop goes on top of it.
  const more = await jane('instrument', 'BTC_USDT', 'set', 'takerFee=0.0007', ...because);
  expect(more.errors.join()).toMatch(/not answered the last change/);
  expect((await jane('halt', 'BTC_USDT', ...because)).lines.join()).toContain('BTC_USDT is halted');
  const { rows } = await api.parts.pool.query(
    `SELECT undo -> 'fields' AS fields FROM outbox_commands WHERE key LIKE 'instrument:%' AND done_at IS NULL`,
  );
  expect(rows).toEqual([{ fields: { takerFee: { wrote: '0.0006', before: '0.0005' } } }]);
  await answerCommands(api.parts.pool);
}, 60_000);

it('an instrument is not changed to what its engine would refuse, whatever else changes, and opens by itself', async () => {
  const set = (...change: string[]) => jane('instrument', 'BTC_USDT', 'set', ...change, ...because);
  const figures = async () => (await api.parts.pool.query(`SELECT * FROM instruments WHERE name = 'BTC_USDT'`)).rows[0];
  const before = await figures();
  const names = ['makerFee=-0.002', 'makerFee=1', 'takerFee=1', 'bandX=1', 'fundingCap=1', 'fundingDamper=1'];
  for (const change of [...names, 'staleHaircut=1', 'tiers=1000:0.004:100,900:0.005:50'])
    for (const status of [[], ['status=halted']]) {
      const { code, errors } = await set(change, ...status);
      expect([code, errors.join()], change).toEqual([1, expect.stringMatching(change.split('=')[0] ?? '')]);
    }
  const index =
    'INSERT INTO perpetual_market_state (market_id, index_price, updated_at, seq) VALUES ($1, 60000, now(), 1)';
  await api.parts.pool.query(index, [before.id]);
  expect((await set('tiers=1000:0.005:100', 'status=open')).errors.join()).toMatch(/by a change of its own/);
  expect(await figures()).toEqual(before);
}, 60_000);

it('an instrument is listed halted, and opened by two at an index that is known', async () => {
  const { pool } = api.parts;
  const list = (...more: string[]) => jane('list-instrument', 'LTC_USDT', ...fields.split(' '), ...more, ...because);
  expect((await list('status=open')).errors.join()).toMatch(/must be halted/);
  // No maintenance margin at all: nothing that is listed shows it while no index is known.
  expect(await list('tiers=1000:0.0:1000')).toMatchObject({ code: 0 });
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM instruments WHERE name = 'LTC_USDT'`);
  await answerCommands(pool);
  const open = () => jane('open', 'LTC_USDT', ...because);
  expect((await open()).errors.join()).toMatch(/no index price yet/);
  await pool.query(
    'INSERT INTO perpetual_market_state (market_id, index_price, updated_at, seq) VALUES ($1, 100, now(), 1)',
    [rows[0]?.id],
  );
  expect((await open()).errors.join()).toMatch(/must be worth at least/);
  await pool.query(`UPDATE instruments SET tiers = '[{"maxSize":"1000","mmr":"0.004","maxLeverage":100}]'`);
  const status = async () =>
    (await pool.query(`SELECT status FROM instruments WHERE name = 'LTC_USDT'`)).rows[0]?.status;
  const asked = await open();
  expect(await status()).toBe('halted');
  await approved(asked);
  expect(await status()).toBe('open');
  // A market whose index has moved is halted all the same.
  await pool.query('UPDATE perpetual_market_state SET index_price = 0.1');
  expect(await jane('halt', 'LTC_USDT', ...because)).toMatchObject({ code: 0, errors: [] });
  expect(await status()).toBe('halted');
  // Positions are closed by force again as soon as it is not halted: that takes two, and an index that fits, like opening.
  await answerCommands(pool);
  const closeOnly = () => jane('close-only', 'LTC_USDT', ...because);
  expect((await closeOnly()).errors.join()).toMatch(/must be worth at least/);
  await pool.query('UPDATE perpetual_market_state SET index_price = 100');
  const mixed = await jane('instrument', 'LTC_USDT', 'set', 'status=closeOnly', 'position=7', ...because);
  expect(mixed.errors.join()).toMatch(/by a change of its own/);
  const loosened = await closeOnly();
  expect(await status()).toBe('halted');
  await approved(loosened);
  expect(await status()).toBe('closeOnly');
}, 60_000);

it('an account is stopped from opening positions by one, and let in again by two', async () => {
  await api.signUp('trader@test.local');
  const sent = async () =>
    (
      await api.parts.pool.query<{ closeOnly: boolean }>(
        `SELECT (command ->> 'settings')::jsonb -> 'closeOnly' AS "closeOnly" FROM outbox_commands WHERE key LIKE 'account:%' ORDER BY id`,
      )
    ).rows.map(({ closeOnly }) => closeOnly);
  const turn = (on: string) => jane('close-only', 'trader@test.local', on, ...because);
  expect(await turn('on')).toMatchObject({ code: 0, errors: [] });
  expect(await sent()).toEqual([true]);
  const asked = await turn('off');
  expect(await sent()).toEqual([true]);
  await approved(asked);
  expect(await sent()).toEqual([true, false]);
}, 60_000);

it('a spot market is closed by one; its fees, its steps and its opening take two', async () => {
  const { pool } = api.parts;
  const spot = async () =>
    (await pool.query(`SELECT status, taker_fee_ppm AS fee FROM markets WHERE name = 'LTC_USDT'`)).rows[0];
  const before = await spot();
  expect(before.status).toBe('open');
  const set = (...change: string[]) => jane('market', 'LTC_USDT', 'set', ...change, ...because);
  const asked = await set('takerFeePpm=9999');
  expect(await spot()).toEqual(before);
  await approved(asked);
  expect(await spot()).toMatchObject({ fee: 9999 });
  expect(await set('status=cancelOnly')).toMatchObject({ code: 0, errors: [] });
  expect((await spot()).status).toBe('cancelOnly');
  // No engine runs that could have answered.
  expect((await set('status=open')).errors.join()).toMatch(/not answered the last change/);
  await answerCommands(pool);
  expect((await set('status=open', 'takerFeePpm=5')).errors.join()).toMatch(/by a change of its own/);
  const opening = await set('status=open');
  expect((await spot()).status).toBe('cancelOnly');
  await approved(opening);
  expect((await spot()).status).toBe('open');

  const figures =
    'priceStep=0.01 amountStep=0.001 amountMin=0.01 amountMax=100 totalMin=1 priceMax=100000 ' +
    'makerFeePpm=0 takerFeePpm=0 serviceFeePpm=0 serviceFeeBuyPpm=0';
  const list = (...more: string[]) => jane('list-market', 'USDT_LTC', ...figures.split(' '), ...more, ...because);
  const isListed = async () => (await pool.query(`SELECT FROM markets WHERE name = 'USDT_LTC'`)).rowCount === 1;
  const listing = await list();
  expect(await isListed()).toBe(false);
  await approved(listing);
  expect(await isListed()).toBe(true);
}, 120_000);

it('who approves an opening reads the figures that it opens, and approves nothing else', async () => {
  const { pool } = api.parts;
  await answerCommands(pool);
  await pool.query(`UPDATE markets SET status = 'closed' WHERE name = 'LTC_USDT'`);
  await pool.query(`UPDATE instruments SET status = 'halted' WHERE name = 'LTC_USDT'`);
  await pool.query('UPDATE perpetual_market_state SET index_price = 100');
  const state = async () =>
    (
      await pool.query(
        `SELECT m.status AS spot, i.status AS perpetual FROM markets m JOIN instruments i USING (name) WHERE name = 'LTC_USDT'`,
      )
    ).rows[0];
  const shown = async (id: string) =>
    (
      await pool.query<{ opens: object }>(`SELECT payload -> 'opens' AS opens FROM operator_requests WHERE id = $1`, [
        id,
      ])
    ).rows[0]?.opens;
  const cases = [
    {
      ask: () => jane('market', 'LTC_USDT', 'set', 'status=open', ...because),
      change: 'UPDATE markets SET taker_fee_ppm = 8888',
      figures: { takerFeePpm: 9999 },
    },
    {
      ask: () => jane('open', 'LTC_USDT', ...because),
      change: `UPDATE instruments SET tiers = '[{"maxSize":"1000","mmr":"0.005","maxLeverage":50}]'`,
      figures: { takerFee: '0.0005', tiers: [{ maxSize: '1000', mmr: '0.004', maxLeverage: 100 }] },
    },
  ];
  for (const { ask, change, figures } of cases) {
    const before = await state();
    const { lines, errors } = await ask();
    expect(errors).toEqual([]);
    const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(lines.join()) ?? [];
    expect(await shown(id)).toMatchObject(figures);
    await pool.query(`${change} WHERE name = 'LTC_USDT'`);
    expect((await ravi('approve', id, hash)).errors.join()).toMatch(/names have changed since/);
    expect(await state()).toEqual(before);
    await approved(await ask());
    await answerCommands(pool);
  }
  expect(await state()).toEqual({ spot: 'open', perpetual: 'open' });
}, 120_000);

const audited = async (action: string) =>
  (await api.parts.pool.query('SELECT actor, details FROM audit_records WHERE action = $1 ORDER BY id', [action])).rows;

it('an index is simulated in a demo alone, whatever the caller says', async () => {
  const simulated = ['index-source', 'BTC_USDT', 'sim', 'add', 'kind=simulator', 'weight=1', 'start=60000', ...because];
  const setIndex = ['set-index', 'BTC_USDT', '61000', ...because];
  await approved(await jane(...simulated));
  expect(await sources()).toEqual(['own', 'sim']);
  expect(await jane(...setIndex)).toMatchObject({ code: 0, errors: [] });

  await demandTwoPersons(api.databaseUrl);
  const liar = commandLine({
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    OPERATOR: 'jane',
    DEMO: '1',
    TWO_PERSONS: '0',
  });
  expect((await liar(...setIndex)).errors.join()).toMatch(/of a demo alone/);
  expect((await liar(...simulated)).errors.join()).toMatch(/of a demo alone/);
  const session = await api.signIn('jane@test.local', 0);
  expect(await session.post('/v2/ops/index', { market: 'BTC_USDT', price: '61000', reason: 'test' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_argument' },
  });
  expect(await audited('index.set')).toHaveLength(1);
  const alone = await liar('instrument', 'BTC_USDT', 'set', 'takerFee=0.0001', ...because);
  expect(alone.lines.join()).toMatch(/waits for another operator/);
});

it('what the exchange is changes with an audit record, and never into a demo', async () => {
  const { pool } = api.parts;
  const before = (await audited('deployment.set')).length;
  await pool.query('UPDATE deployment SET two_persons = false');
  await demandTwoPersons(api.databaseUrl);
  await demandTwoPersons(api.databaseUrl);
  expect((await audited('deployment.set')).slice(before)).toEqual([
    {
      actor: expect.stringMatching(/^deployment:/),
      details: { demo: false, twoPersons: false, operatorEmailDomains: [] },
    },
    {
      actor: expect.stringMatching(/^deployment:/),
      details: { demo: false, twoPersons: true, operatorEmailDomains: [] },
    },
  ]);
  await expect(demandTwoPersons(api.databaseUrl, { isDemo: true })).rejects.toMatchObject({ code: '23001' });
  await expect(pool.query('DELETE FROM deployment')).rejects.toMatchObject({ code: '23001' });
});
