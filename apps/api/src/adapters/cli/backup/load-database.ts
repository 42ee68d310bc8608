/** Fills an empty Postgres from a backup. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OpsError } from '../ops-errors.ts';
import { readPartitions } from './database-tables.ts';
import type { Manifest } from './manifest.ts';

/**
 * How far each sequence goes beyond what the backup has seen: ids that were given after the backup, and that the journal or
 * somebody's notes may hold, are not given again.
 */
export const idsSkipped = 1_000_000;

/** The first id that a sign-up gets: those below are the house's, which migrations make. */
const firstUserId = 1001;

/** @throws OpsError unless the database has no tables of ours, or none with somebody who signed up or a settled trade */
export async function demandEmptyDatabase(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('public.users') IS NOT NULL AS there`);
    if (!rows[0]?.there) return;
    const used = await client.query(
      `SELECT 1 FROM users WHERE id >= $1 UNION ALL SELECT 1 FROM settlement_cursors WHERE position <> '0-0' LIMIT 1`,
      [firstUserId],
    );
    if (used.rows.length > 0)
      throw new OpsError('this Postgres is not empty: restore with --replace to empty it first');
  });
}

/** @throws OpsError naming the programs of ours that are connected */
export async function demandUnused(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'pelican%'`,
    );
    if (rows.length === 0) return;
    throw new OpsError(`stop the exchange first: ${rows.map(({ name }) => name).join(', ')} are connected to Postgres`);
  });
}

/** Empties the database, brings it to the backup's schema, fills it in one transaction, and migrates it to this release. */
export async function loadDatabase(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
  });
  await migrate(databaseUrl, { upTo: manifest.migrations });
  await withClient(databaseUrl, (client) => fill(client, folder, manifest));
  await migrate(databaseUrl);
  await withClient(databaseUrl, leaveTimeline);
  await withClient(databaseUrl, recordDeployment);
}

/**
 * Addresses were given, and withdrawals paid, since the backup: no floor that it has is of this state (docs/decisions/0120, 0128). A first row is
 * never made without one, so a backup of the first moments gets one.
 */
async function leaveTimeline(client: pg.Client): Promise<void> {
  await client.query(`INSERT INTO address_floors (first_index, timeline) VALUES (0, '') ON CONFLICT DO NOTHING`);
  await client.query(`UPDATE address_floors SET timeline = 'restored'`);
}

/** Whether two persons decide is that of the backup, which may be older: it is on record like every other change of it. */
async function recordDeployment(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO audit_records (actor, action, subject, details)
      SELECT 'deployment:' || session_user, 'deployment.restored', 'deployment',
          jsonb_build_object('twoPersons', two_persons, 'demo', demo, 'operatorEmailDomains', to_jsonb(operator_email_domains)) FROM deployment`,
  );
}

async function fill(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const { tables, partitions, sequences } = manifest;
  await client.query('BEGIN');
  // What is held is copied like everything else: the triggers that derive it would count it twice.
  await client.query("SET LOCAL pelican.restoring = 'on'");
  const there = new Set((await readPartitions(client)).map(({ name }) => name));
  for (const { name, parent, bound } of partitions) {
    if (!there.has(name))
      await client.query(`CREATE TABLE ${pg.escapeIdentifier(name)} PARTITION OF ${parent} ${bound}`);
  }
  await client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  for (const { name, columns, file, rows } of tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const target = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`));
    await pipeline(createReadStream(join(folder, file)), createGunzip(), target);
    if (target.rowCount !== rows)
      throw new OpsError(`${file} holds ${target.rowCount} rows, the manifest says ${rows}`);
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [
      pg.escapeIdentifier(name),
      String(BigInt(value) + BigInt(idsSkipped)),
    ]);
  // A restore that is killed before its last step must not look as if nothing had been lost.
  if (tables.some(({ name }) => name === 'address_floors')) await leaveTimeline(client);
  await client.query('COMMIT');
}

async function withClient<Result>(databaseUrl: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'ops-restore', keepAlive: true });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
