/** A database of an earlier release gets its facts into months. */
import { migrate } from '@pelican/prisma/migrate.ts';
import { readMigrations } from '@pelican/prisma/read-migrations.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { databaseUrl } from '../../support/services.ts';

const spotOrder = (
  id: number,
  finishedAt: string,
) => `INSERT INTO spot_orders (id, user_id, market_id, side, type, source, price,
    amount, remaining, maker_fee_ppm, taker_fee_ppm, status, created_at, updated_at, finished_at, seq)
  VALUES (${id}, 1001, 1, 1, 1, 'web', 1, 1, 1, 0, 0, ${finishedAt === 'NULL' ? 1 : 3}, '2026-03-31', '2026-03-31', ${finishedAt}, 1)`;
const kline = (
  interval: number,
  time: string,
) => `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low,
    volume, money) VALUES (1, ${interval}, extract(epoch FROM timestamptz '${time}'), 1, 1, 1, 1, 1, 1)`;

test('rows of an earlier release lie in the months of their times, as they were', async () => {
  const name = `months_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(inject('postgresUrl'), name);
  const url = databaseUrl(inject('postgresUrl'), name);
  const earlier = readMigrations().map((migration) => migration.name);
  await migrate(url, { upTo: earlier.slice(0, earlier.indexOf('20261122040000_months')) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(spotOrder(1, 'NULL'));
  await client.query(spotOrder(2, `'2026-03-31 23:59:59.999999+00'`));
  await client.query(spotOrder(3, `'2026-04-01 00:00:00+00'`));
  await client.query(kline(60, '2026-03-31 23:59:00+00'));
  await client.query(kline(86_400, '2026-03-31 00:00:00+00'));
  await client.query(
    `WITH accounts AS (
        INSERT INTO ledger_accounts (kind, shard_id, may_be_negative, user_id, asset_id, balance)
        VALUES ('main', 0, false, 1001, 1, 5), ('outside', 0, true, 0, 1, -5) RETURNING id, balance
      ), entry AS (
        INSERT INTO ledger_entries (kind, reference, idempotency_key, created_at) VALUES ('credit', 'r', 'k', '2026-02-10') RETURNING id
      ) INSERT INTO ledger_legs (entry_id, account_id, amount) SELECT entry.id, accounts.id, balance FROM entry, accounts`,
  );

  await migrate(url);
  const { rows: places } = await client.query<{ place: string }>(
    `SELECT tableoid::regclass || ' ' || id AS place FROM spot_orders
      UNION ALL SELECT tableoid::regclass || ' ' || amount::int FROM ledger_legs
      UNION ALL SELECT tableoid::regclass || ' ' || "interval" FROM klines ORDER BY 1`,
  );
  expect(places.map(({ place }) => place)).toEqual([
    'klines_long 86400',
    'klines_short_2026_03 60',
    'ledger_legs_2026_02 -5',
    'ledger_legs_2026_02 5',
    'spot_orders_2026_03 2',
    'spot_orders_2026_04 3',
    'spot_orders_open 1',
  ]);
  const { rows: sums } = await client.query('SELECT sum(amount)::float8 AS sum FROM ledger_postings');
  expect(sums).toEqual([{ sum: 0 }]);
  await expect(client.query('DELETE FROM ledger_legs')).rejects.toThrow('append-only');
});
