/** What the database roles of a production exchange may do, and what not. */
import { grantRoles } from '@pelican/prisma/grant-roles.ts';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { databaseUrl } from '../../support/services.ts';

const suffix = Math.random().toString(36).slice(2);
let owner: string;

function addressOf(role: string, password: string): string {
  const address = new URL(owner);
  address.username = `${role}_${suffix}`;
  address.password = password;
  return address.href;
}

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

beforeAll(async () => {
  await ensureDatabase(inject('postgresUrl'), `roles_${suffix}`);
  owner = databaseUrl(inject('postgresUrl'), `roles_${suffix}`);
  await migrate(owner);
  await grantRoles(owner, { application: addressOf('application', 'one'), reader: addressOf('reader', 'two') });
});

test('the application changes rows, adds to facts and makes the partitions of the months to come', async () => {
  const application = await connect(addressOf('application', 'one'));
  await application.query(
    `INSERT INTO assets (id, ticker, label, scale, display_scale) VALUES (900, 'ROLE', 'Role', 8, 8)`,
  );
  await application.query(`UPDATE assets SET label = 'Roles' WHERE id = 900`);
  await application.query('DELETE FROM assets WHERE id = 900');
  await application.query(`INSERT INTO audit_records (actor, action, subject, details) VALUES ('a', 'b', 'c', '{}')`);
  const { rows } = await application.query<{ name: string }>('SELECT make_month_partitions(14) AS name');
  expect(rows.length).toBeGreaterThan(10);
  await application.query(`SELECT count(*) FROM ledger_entries`);
});

test.each([
  'CREATE TABLE mine (id int)',
  'ALTER TABLE users ADD COLUMN mine int',
  'DROP TABLE users',
  'TRUNCATE users',
  `UPDATE audit_records SET actor = 'somebody else'`,
  'DELETE FROM audit_records',
  'UPDATE ledger_legs SET amount = 0',
  'DELETE FROM spot_deals',
  `UPDATE _prisma_migrations SET checksum = ''`,
  'CREATE ROLE mine',
  `COPY users TO PROGRAM 'cat'`,
])('the application may not: %s', async (statement) => {
  const application = await connect(addressOf('application', 'one'));
  await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the reader reads every table and changes none', async () => {
  const reader = await connect(addressOf('reader', 'two'));
  const tables = await reader.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables.rows) await reader.query(`SELECT FROM ${name} LIMIT 1`);
  await expect(reader.query('DELETE FROM users')).rejects.toMatchObject({ code: '42501' });
  await expect(reader.query('CREATE TABLE mine (id int)')).rejects.toMatchObject({ code: '42501' });
});

test('a role gets the password of its address each time', async () => {
  await grantRoles(owner, { application: addressOf('application', 'one'), reader: addressOf('reader', 'three') });
  await connect(addressOf('reader', 'three'));
  const old = new pg.Client({ connectionString: addressOf('reader', 'two') });
  old.on('error', () => undefined);
  await expect(old.connect()).rejects.toMatchObject({ code: '28P01' });
});
