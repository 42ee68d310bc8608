/** What the console asks of perpetual markets every few seconds reads what is open, never the orders of whole months. */
import { readMarketFacts } from '@pelican/api/src/modules/perpetual/index.ts';
import { restingOrders } from '@pelican/api/src/modules/perpetual/listing/facts.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function planOf(select: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${select}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('orders that rest are counted by the index of what is open', async () => {
  // Empty partitions are read in one piece where that is allowed; what is left then shows what a full one would need.
  await client.query('SET enable_seqscan = off');
  const ofMonth = /Seq Scan on perpetual_orders_\d/;
  expect(await planOf('SELECT count(*) FROM perpetual_orders WHERE is_resting')).toMatch(ofMonth);
  expect(await planOf(restingOrders)).not.toMatch(ofMonth);
  expect(await planOf(restingOrders)).toMatch(/perpetual_orders_\S*user_id_id_idx/);
});

test('a market without an index price has no facts', async () => {
  expect(await readMarketFacts(client)).toEqual(new Map());
});
