import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_ROWS_PER_SECOND_PER_IP: '1000' });
});
afterAll(() => api.close());

const history = (query: string, ip: string) => api.call('GET', `/v3/funding-history?${query}`, { ip });

it('pages of funding rates end at an offset that costs little', async () => {
  expect(await history('offset=10000', '10.0.0.1')).toMatchObject({ status: 200, body: { result: [] } });
  expect(await history('offset=10001', '10.0.0.1')).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
});

it('public histories are paid from the budget of public reads, rows that are skipped included', async () => {
  const deep = await Promise.all(Array.from({ length: 10 }, () => history('offset=10000', '10.0.0.2')));
  expect(deep.filter(({ status }) => status === 200).length).toBeLessThan(10);
  expect(deep.find(({ status }) => status === 429)).toMatchObject({ body: { code: 'too_many_requests' } });
  expect(await api.call('GET', '/v3/insurance-fund', { ip: '10.0.0.3' })).toMatchObject({ status: 200 });
});

it('the orders in which public histories are read have an index', async () => {
  const client = await api.parts.pool.connect();
  const planOf = async (order: string, table: string) => {
    const { rows } = await client.query(`EXPLAIN SELECT * FROM ${table} ORDER BY ${order} LIMIT 100`);
    return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };
  await client.query('SET enable_seqscan = off');
  try {
    expect(await planOf('time DESC, market_id', 'perpetual_funding_rates')).not.toMatch(/(^|-> +)Sort {2}/m);
    expect(await planOf('shard_id DESC, seq DESC, index DESC', 'perpetual_fund_moves')).not.toMatch(
      /(^|-> +)Sort {2}/m,
    );
  } finally {
    client.release(true);
  }
});
