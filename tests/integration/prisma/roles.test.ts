/** What the database roles of a production exchange may do, and what not. */
import { grantRoles } from '@pelican/prisma/grant-roles.ts';
import { migrate } from '@pelican/prisma/migrate.ts';
import { type PartRole, partRoles } from '@pelican/prisma/roles/index.ts';
import pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { databaseUrl } from '../../support/services.ts';

const suffix = Math.random().toString(36).slice(2);
const parts = Object.keys(partRoles) as PartRole[];
let owner: string;

function addressOf(role: string, password = 'one'): string {
  const address = new URL(owner);
  address.username = `${role}_${suffix}`;
  address.password = password;
  return address.href;
}

async function as(role: PartRole, password?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: addressOf(role, password) });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const refused = { code: '42501' };

beforeAll(async () => {
  await ensureDatabase(inject('postgresUrl'), `roles_${suffix}`);
  owner = databaseUrl(inject('postgresUrl'), `roles_${suffix}`);
  await migrate(owner);
  await grantRoles(owner, Object.fromEntries(parts.map((part) => [part, addressOf(part)])));
});

describe.each(parts)('%s', (part) => {
  test.each([
    'CREATE TABLE mine (id int)',
    'CREATE TEMP TABLE ledger_accounts (id bigint, asset_id smallint)',
    'ALTER TABLE users ADD COLUMN mine int',
    'DROP TABLE users',
    'TRUNCATE users',
    `UPDATE audit_records SET actor = 'somebody else'`,
    'DELETE FROM audit_records',
    'UPDATE ledger_legs SET amount = 0',
    // The check that legs sum to zero is of statements that write the parent.
    'INSERT INTO ledger_legs_other (entry_id, account_id, amount) VALUES (1, 1, 1)',
    'UPDATE ledger_entries SET kind = kind',
    'DELETE FROM spot_deals',
    'DELETE FROM ledger_accounts',
    'UPDATE deployment SET two_persons = false',
    'INSERT INTO deployment VALUES (1, false, true)',
    `UPDATE _prisma_migrations SET checksum = ''`,
    'CREATE ROLE mine',
    `COPY users TO PROGRAM 'cat'`,
  ])('may not: %s', async (statement) => {
    const client = await as(part);
    await expect(client.query(statement)).rejects.toMatchObject(refused);
  });
});

test('a function of a trigger reads tables of the schema, whatever the writer has put in its path', async () => {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
      AND NOT coalesce(array_to_string(proconfig, ',') LIKE '%search_path=public, pg_temp%', false)`,
  );
  expect(rows).toEqual([]);
});

test.each<[PartRole, string]>([
  ['api', `UPDATE users SET role = 'operator'`],
  ['api', `UPDATE users SET status = 'active'`],
  ['api', 'UPDATE api_keys SET revoked_at = NULL'],
  ['api', `UPDATE users SET kyc_status = 'approved'`],
  ['api', `INSERT INTO users (email, password_hash, nickname, role) VALUES ('a', 'b', 'c', 'operator')`],
  ['api', `INSERT INTO operator_requests (action) VALUES ('wallet.credit')`],
  ['api', 'UPDATE trade_balances SET available = 1'],
  ['api', 'INSERT INTO spot_deals DEFAULT VALUES'],
  ['api', `UPDATE settlement_cursors SET position = '9-9'`],
  ['api', `UPDATE index_sources SET weight = 1`],
  ['api', `INSERT INTO outbox_commands (shard_id, key, command, undo) VALUES (1, 'market:1:x', '{}', '{}')`],
  ['api', `INSERT INTO sign_in_events (kind) VALUES ('signed_in')`],
  ['api', `INSERT INTO sign_in_events (kind) VALUES ('password_changed')`],
  ['api', `INSERT INTO sign_in_events (kind, created_at) VALUES ('refused', now() - interval '1 day')`],
  ['settlement', `INSERT INTO outbox_commands (shard_id, key, command, undo) VALUES (1, 'market:1:x', '{}', '{}')`],
  ['settlement', 'SELECT password_hash FROM users'],
  ['settlement', 'SELECT email FROM users'],
  ['settlement', 'SELECT * FROM sessions'],
  ['settlement', 'SELECT * FROM api_keys'],
  ['settlement', `UPDATE users SET status = 'blocked'`],
  ['settlement', 'UPDATE markets SET taker_fee_ppm = 0'],
  ['ticker', 'SELECT id FROM users'],
  ['ticker', 'UPDATE trade_balances SET available = 1'],
  ['ticker', 'UPDATE ledger_accounts SET balance = 1'],
  ['ticker', 'UPDATE index_sources SET weight = 1'],
  ['ticker', 'UPDATE instruments SET taker_fee = 0'],
  ['worker', 'SELECT password_hash FROM users'],
  ['worker', 'SELECT * FROM api_keys'],
  ['worker', 'INSERT INTO transfers DEFAULT VALUES'],
  ['worker', 'UPDATE trade_balances SET available = 1'],
  ['worker', 'UPDATE sign_up_bonuses SET amount = 1'],
  ['worker', `UPDATE users SET email = 'x'`],
  ['worker', 'INSERT INTO operator_requests DEFAULT VALUES'],
  ['operator', 'UPDATE trade_balances SET available = 1'],
  ['operator', `UPDATE settlement_cursors SET position = '9-9'`],
  ['operator', 'SELECT make_month_partitions(3)'],
  ['reader', `UPDATE users SET nickname = 'x'`],
])('%s may not: %s', async (part, statement) => {
  const client = await as(part);
  await expect(client.query(statement)).rejects.toMatchObject(refused);
});

test('the operator and the reader read every table: backup and audit need them', async () => {
  for (const part of ['operator', 'reader'] as const) {
    const client = await as(part);
    const tables = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables.rows) await client.query(`SELECT FROM ${name} LIMIT 1`);
  }
});

test('the API records refusals, and opens no session unrecorded, whatever it sets', async () => {
  const api = await as('api');
  await api.query(`SET pelican.restoring = 'on'`);
  await api.query(`INSERT INTO sign_in_events (kind) VALUES ('refused'), ('locked_out')`);
  await api.query(
    `WITH owner AS (
       INSERT INTO users (email, password_hash, nickname) VALUES ('roles@test.local', '', 'a') RETURNING id)
     INSERT INTO sessions (id, user_id, ip, user_agent, expires_at)
     SELECT gen_random_uuid(), id, '192.0.2.1', '', now() FROM owner`,
  );
  const { rows } = await api.query<{ kind: string }>('SELECT kind FROM sign_in_events ORDER BY id');
  expect(rows.map(({ kind }) => kind)).toEqual(['refused', 'locked_out', 'signed_in']);
});

test('the worker makes the partitions of the months to come', async () => {
  const worker = await as('worker');
  const { rows } = await worker.query('SELECT make_month_partitions(14) AS name');
  expect(rows.length).toBeGreaterThan(10);
});

test('a right that a release no longer gives is taken away', async () => {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`GRANT DELETE ON audit_records TO ${pg.escapeIdentifier(`api_${suffix}`)}`);
  await client.query(`GRANT UPDATE (role) ON users TO ${pg.escapeIdentifier(`api_${suffix}`)}`);
  await grantRoles(owner, { api: addressOf('api') });
  const api = await as('api');
  await expect(api.query(`UPDATE users SET role = 'operator'`)).rejects.toMatchObject(refused);
  await expect(api.query('DELETE FROM audit_records')).rejects.toMatchObject(refused);
});

test('two databases of one server may give the same roles their rights at the same moment', async () => {
  const other = `roles_beside_${suffix}`;
  await ensureDatabase(inject('postgresUrl'), other);
  const otherUrl = databaseUrl(inject('postgresUrl'), other);
  await migrate(otherUrl);
  const addresses = Object.fromEntries(parts.map((part) => [part, addressOf(part)]));
  for (let round = 0; round < 5; round++)
    await Promise.all([grantRoles(owner, addresses), grantRoles(otherUrl, addresses), grantRoles(owner, addresses)]);
  const api = await as('api');
  await expect(api.query('SELECT FROM users')).resolves.toBeDefined();
});

test('a role gets the password of its address each time', async () => {
  await grantRoles(owner, { reader: addressOf('reader', 'three') });
  await as('reader', 'three');
  const old = new pg.Client({ connectionString: addressOf('reader', 'one') });
  old.on('error', () => undefined);
  await expect(old.connect()).rejects.toMatchObject({ code: '28P01' });
});

describe('the one role of former releases', () => {
  const name = `former_${suffix}`;
  const exists = async (client: pg.Client) =>
    (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])).rowCount === 1;

  async function asOwner(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  async function create(client: pg.Client): Promise<void> {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'one'`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${name}`);
    await client.query(`GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${name}`);
  }

  test('is dropped with its rights once nobody is connected as it', async () => {
    const client = await asOwner();
    await create(client);
    const part = new pg.Client({ connectionString: addressOf('former') });
    await part.connect();
    await grantRoles(owner, {}, [name]);
    await part.query('UPDATE users SET nickname = nickname');
    await part.end();
    await expect
      .poll(() => client.query('SELECT FROM pg_stat_activity WHERE usename = $1', [name]))
      .toMatchObject({ rowCount: 0 });
    await grantRoles(owner, {}, [name]);
    expect(await exists(client)).toBe(false);
    await grantRoles(owner, {}, [name]);
  });

  test('stays where a part has its name, and loses only its rights here where it has some in another database', async () => {
    const client = await asOwner();
    await create(client);
    await grantRoles(owner, { reader: addressOf('former') }, [name]);
    expect(await exists(client)).toBe(true);
    const elsewhere = new pg.Client({ connectionString: inject('postgresUrl') });
    await elsewhere.connect();
    onTestFinished(async () => {
      await elsewhere.query(`DROP TABLE of_${name}`);
      await elsewhere.query(`DROP ROLE ${name}`);
      await elsewhere.end();
    });
    await elsewhere.query(`CREATE TABLE of_${name} (id int)`);
    await elsewhere.query(`GRANT SELECT ON of_${name} TO ${name}`);
    await grantRoles(owner, {}, [name]);
    expect(await exists(client)).toBe(true);
    expect(await client.query(`SELECT has_table_privilege($1, 'users', 'SELECT') AS reads`, [name])).toMatchObject({
      rows: [{ reads: false }],
    });
  });
});
