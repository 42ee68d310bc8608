/** What lies at networks and banks against what is owed, as operators see it, and as proofs count it. */
import { openReservesJobs } from '@pelican/api/src/modules/reserves/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import type { Proof, ProofHead, ReserveOverview } from '@pelican/shared/contracts/reserves';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { credit } from '../../support/ledger-users.ts';
import { signUpOperator } from '../../support/operators.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';
import { startWorkerOf } from '../../support/worker.ts';

let api: TestApi;
let operator: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  operator = await signUpOperator(api, 'treasurer', ['money']);
});
afterAll(() => api.close());

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const bitcoin = async () =>
  (await operator.get<ReserveOverview>('/v2/ops/reserves')).body.result.find(({ ticker }) => ticker === 'BTC');

test('networks are read, warned of where they do not cover what is owed, and counted by proofs without their parts', async () => {
  const user = await api.signUp('owner@reserves.test');
  const asset = await assetId(api, 'BTC');
  await credit(api.parts.pool, { userId: user.id, assetId: asset, amount: '10' });
  expect(await bitcoin()).toMatchObject({
    liabilities: '10',
    reserves: '0',
    percent: '0.00',
    unplaced: '10',
    places: [],
    warnings: ['below_liabilities'],
  });
  const read = (hot: string, ledger: string | null) =>
    sql(
      `INSERT INTO network_balances (network_id, asset_id, hot, deposits, cold, hot_address, cold_address, block_height, block_hash, ledger)
        SELECT id, $1, $2, 3, 6, 'hot', 'cold', 77, 'hash', $3 FROM networks ORDER BY id LIMIT 1
        ON CONFLICT (network_id, asset_id) DO UPDATE SET hot = excluded.hot, ledger = excluded.ledger`,
      asset,
      hot,
      ledger,
    );
  await read('2.5', '11.5');
  expect(await bitcoin()).toMatchObject({
    reserves: '11.5',
    percent: '115.00',
    places: [
      { kind: 'network', source: 'chain', block: 77, amount: '11.5', parts: { hot: '2.5', deposits: '3', cold: '6' } },
    ],
    warnings: [],
  });
  await read('2', '11.5');
  expect((await bitcoin())?.warnings).toEqual(['unlike_ledger']);
  await read('0.5', null);
  expect((await bitcoin())?.warnings).toEqual(['below_liabilities']);

  const jobs = openReservesJobs({ databaseUrl: asPart(api.databaseUrl, 'worker'), log: createLogger('silent') });
  const worker = startWorkerOf(api, () => jobs.jobs);
  try {
    expect((await operator.post('/v2/ops/proofs-of-reserves')).status).toBe(200);
    const list = async () => (await api.call<{ result: ProofHead[] }>('GET', '/v3/proofs-of-reserves')).body.result;
    await until('the proof is made', async () => (await list()).length === 1, 20_000);
    const { body } = await api.call<Proof>('GET', `/v3/proofs-of-reserves/${(await list())[0]?.id}`);
    const { places } = body.assets.find(({ ticker }) => ticker === 'BTC') ?? { places: [] };
    expect(places).toMatchObject([{ amount: '9.5', source: 'chain', block: 77 }]);
    expect(places[0]).not.toHaveProperty('parts');
  } finally {
    await worker.close();
    await jobs.close();
  }
});

test('it is shown to operators of money alone', async () => {
  const clerk = await signUpOperator(api, 'clerk', ['users']);
  expect((await clerk.get('/v2/ops/reserves')).status).toBe(403);
  expect((await api.call('GET', '/v2/ops/reserves')).status).toBe(401);
});
