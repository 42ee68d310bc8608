/** `total` of a long private history: no page makes Postgres count millions of rows. */
import type { Catalog, InstrumentCatalog } from '@pelican/api/src/catalog/index.ts';
import { findOrders } from '@pelican/api/src/modules/perpetual/repository.ts';
import { findFinishedOrders, findTrades } from '@pelican/api/src/modules/spot/repository.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let client: pg.Client;

/** 10,200 rows; columns that need a value and have none here are 0. */
async function fill(table: string, given: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull AND NOT atthasdef`,
    [table],
  );
  const values: Record<string, string> = { ...given };
  for (const { name, type } of rows) values[name] ??= type.startsWith('timestamp') ? 'now()' : `'0'::${type}`;
  await client.query(
    `INSERT INTO ${table} (${Object.keys(values)
      .map((name) => pg.escapeIdentifier(name))
      .join()}) SELECT ${Object.values(values).join()} FROM generate_series(1, 10200) AS n`,
  );
}

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await fill('spot_orders', { id: 'n', user_id: '7', status: '4' });
  await fill('spot_deals', {
    id: 'n',
    buyer_id: '7',
    price: '1',
    amount: '1',
    gross: '1',
    buyer_net: '1',
    seller_net: '1',
  });
  await fill('perpetual_orders', { id: 'n', user_id: '7' });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A page without rows, which asks nothing of a catalogue. */
const page = (offset: number) => ({ userId: 7, offset, limit: 0 });
const everything = { market: undefined, side: undefined, start: undefined, end: undefined };

test.each([
  {
    name: 'finished spot orders',
    total: async (offset: number) =>
      (await findFinishedOrders(client, { ...page(offset), ...everything }, {} as Catalog)).total,
  },
  {
    name: 'spot trades',
    total: async (offset: number) =>
      (await findTrades(client, { ...page(offset), ...everything }, {} as Catalog)).total,
  },
  {
    name: 'perpetual orders',
    total: async (offset: number) =>
      (await findOrders(client, { ...page(offset), marketId: undefined, states: [] }, {} as InstrumentCatalog)).total,
  },
])('$name are counted to 10,000, or to one row behind the page', async ({ total }) => {
  expect(await total(0)).toBe(10_000);
  expect(await total(10_100)).toBe(10_101);
  expect(await total(10_200)).toBe(10_200);
});
