import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let jane: CommandLine;
let ravi: CommandLine;
let demo: CommandLine;

const because = ['--reason', 'test'];

beforeAll(async () => {
  api = await startTestApi();
  const environment = { DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl, TWO_PERSONS: '1' };
  jane = commandLine({ ...environment, OPERATOR: 'jane' });
  ravi = commandLine({ ...environment, OPERATOR: 'ravi' });
  demo = commandLine({ ...environment, OPERATOR: 'jane', DEMO: '1' });
  for (const name of ['jane', 'ravi'])
    await makeTestOperator(api.parts.pool, await api.signUp(`${name}@test.local`), ['listings']);
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
  const change = await jane('instrument', 'BTC_USDT', 'set', 'takerFee=0.0006', 'status=open', ...because);
  expect(await fee()).toEqual({ fee: 0.0005 });
  await approved(change);
  expect(await fee()).toEqual({ fee: 0.0006 });
  expect((await jane('halt', 'BTC_USDT', ...because)).lines.join()).toContain('BTC_USDT is halted');
}, 60_000);

it('an index is simulated in a demo alone', async () => {
  const simulated = ['index-source', 'BTC_USDT', 'sim', 'add', 'kind=simulator', 'weight=1', 'start=60000', ...because];
  expect((await jane(...simulated)).errors.join()).toMatch(/of a demo alone/);
  await approved(await demo(...simulated));
  expect(await sources()).toEqual(['own', 'sim']);
});
