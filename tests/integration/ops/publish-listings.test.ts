import { updateListing } from '@pelican/api/src/catalog/index.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { Configure } from '@pelican/shared/engine/spot';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ databaseUrl: database.url, databasePoolMax: 4 }, pino({ level: 'silent' }));
  await insertListings(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const publish = () => inTransaction(pool, publishListings);

async function outbox(): Promise<{ key: string; command: Configure }[]> {
  return (await pool.query('SELECT key, command FROM outbox_commands ORDER BY id')).rows;
}

describe('publishing listings', () => {
  it('publishes assets, then markets, then the service token', async () => {
    await publish();
    const kinds = (await outbox()).map(({ command }) => command.settings.kind);
    expect(kinds).toEqual([...kinds].sort());
    expect(kinds.at(0)).toBe('asset');
    expect(kinds.at(-1)).toBe('shard');
    expect((await outbox()).at(-1)?.command.settings).toEqual({ kind: 'shard', serviceAsset: 5, pivotAsset: 2 });
  });

  it('says nothing twice, also when two publish at once', async () => {
    const before = (await outbox()).length;
    expect(await publish()).toEqual([]);
    await pool.query("UPDATE markets SET status = 'cancelOnly' WHERE id = 4");
    await Promise.all([publish(), publish()]);
    expect((await outbox()).length).toBe(before + 1);
  });

  it('says a setting again that comes back to what it was', async () => {
    await pool.query("UPDATE markets SET status = 'open' WHERE id = 4");
    expect(await publish()).toEqual(['market:4']);
    expect((await outbox()).at(-1)?.key).toMatch(/^market:4:[0-9a-f]{16}$/);
  });

  it('refuses a listing whose limits are between its steps, and writes nothing', async () => {
    const before = await outbox();
    await pool.query("UPDATE markets SET amount_min = '0.00015' WHERE id = 4");
    await expect(publish()).rejects.toThrow(/LTC_USDT: 0.00015 wrongStep/);
    expect(await outbox()).toEqual(before);
  });

  it('takes the name of a field for a name, whatever stands in it', async () => {
    const write = updateListing(pool, 'markets', 4, { 'price_step = 1, amount_step': '2' });
    await expect(write).rejects.toMatchObject({ code: '42703' });
  });
});
