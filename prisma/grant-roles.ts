/**
 * The database roles of a production exchange. The owner of the tables migrates, restores and detaches months; each part connects
 * as a role of its own with the rights of prisma/roles, which are given anew after each migration.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type PartRole, partRoles } from './roles/index.ts';
import type { RoleRights } from './roles/rights.ts';

/** postgresql://role:password@host/database: the role is made or changed to be as the address says. */
export type RoleAddresses = Readonly<Partial<Record<PartRole, string>>>;

/** Of the releases in which all parts shared one role. */
const formerRoles = ['pelican_application'];

/**
 * Roles belong to the whole server, so two databases of one server whose roles are made at the same moment change the same rows: one
 * of them is refused (XX000 "tuple concurrently updated", 23505 for two that make the same role, 40P01 for a deadlock) and repeats.
 */
const concurrentChanges: ReadonlySet<unknown> = new Set(['XX000', '23505', '40P01']);
const attemptsMax = 10;

/** Makes the roles and gives them their rights on the tables that there are; roles of former releases go once nobody is connected as them. */
export async function grantRoles(ownerUrl: string, addresses: RoleAddresses, former = formerRoles): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'pelican-roles' });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await grantOnce(client, addresses, former);
        return;
      } catch (error) {
        // A broken connection has rolled back by itself; its first error is the one that matters.
        await client.query('ROLLBACK').catch(() => undefined);
        if (attempt === attemptsMax || !concurrentChanges.has((error as pg.DatabaseError).code)) throw error;
        await delay(50 * attempt * Math.random());
      }
    }
  } finally {
    await client.end();
  }
}

async function grantOnce(client: pg.Client, addresses: RoleAddresses, former: string[]): Promise<void> {
  await client.query('BEGIN');
  await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  // A temporary table of the name of another one could stand in its place.
  await client.query(
    `DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
  );
  for (const name of await ownersFunctions(client))
    await client.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
  for (const [part, address] of Object.entries(addresses) as [PartRole, string][]) {
    const role = await ensureRole(client, address);
    for (const statement of grants(role, partRoles[part])) await client.query(statement);
    await grantSequences(client, role, partRoles[part]);
  }
  const named = Object.values(addresses).map(nameOf);
  for (const name of former) if (!named.includes(name)) await dropUnused(client, name);
  await client.query('COMMIT');
}

/** Functions that run with the owner's rights for every caller. */
async function ownersFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

/** What a role had before goes first: a right that a release no longer needs ends with its migration. */
function grants(role: string, { read, insert = [], update = [], ...rights }: RoleRights): string[] {
  const readable = read === 'everything' ? [`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`] : [];
  return [
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role}`,
    `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM ${role}`,
    ...readable,
    ...(read === 'everything' ? [] : read).map((table) => grant('SELECT', table, role)),
    ...insert.map((table) => grant('INSERT', table, role)),
    ...update.map((table) => grant('UPDATE', table, role)),
    ...(rights.delete ?? []).map((table) => grant('DELETE', table, role)),
    ...(rights.functions ?? []).map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${role}`),
  ];
}

function grant(verb: string, place: string, role: string): string {
  const [, table = '', columns = ''] = /^(\w+)(\(.*\))?$/.exec(place) ?? [];
  return `GRANT ${verb} ${columns} ON ${pg.escapeIdentifier(table)} TO ${role}`;
}

/** Those that number the rows a role inserts; one that reads everything reads how far each is. */
async function grantSequences(client: pg.Client, role: string, { read, insert = [] }: RoleRights): Promise<void> {
  if (read === 'everything') await client.query(`GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  const tables = insert.map((place) => place.replace(/\(.*$/, ''));
  const { rows } = await client.query<{ name: string }>(
    `SELECT sequencename AS name FROM pg_sequences
      WHERE schemaname = 'public' AND sequencename = ANY (SELECT format('%s_id_seq', name) FROM unnest($1::text[]) AS name)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`GRANT USAGE ON SEQUENCE ${pg.escapeIdentifier(name)} TO ${role}`);
}

/**
 * During an upgrade the parts that have not been replaced yet work as the former role: it stays until a later migration finds nobody
 * connected. One that has rights in another database, or owns something, keeps that and stays.
 */
async function dropUnused(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ oid: number }>(
    `SELECT oid FROM pg_roles WHERE rolname = $1 AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE usesysid = pg_roles.oid)`,
    [name],
  );
  if (!rows[0]) return;
  const role = pg.escapeIdentifier(name);
  const schemas = await client.query<{ schema: string }>(
    `SELECT nspname AS schema FROM pg_namespace WHERE nspname IN ('public', 'detached')`,
  );
  for (const { schema } of schemas.rows) {
    for (const what of ['TABLES', 'SEQUENCES', 'FUNCTIONS'])
      await client.query(`REVOKE ALL ON ALL ${what} IN SCHEMA ${schema} FROM ${role}`);
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} REVOKE ALL ON TABLES FROM ${role}`);
    await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${role}`);
  }
  const left = await client.query(
    `SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = $1 LIMIT 1`,
    [rows[0].oid],
  );
  if (left.rowCount === 0) await client.query(`DROP ROLE ${role}`);
}

function nameOf(address: string): string {
  return decodeURIComponent(new URL(address).username);
}

/** @returns the name of the role, quoted */
async function ensureRole(client: pg.Client, address: string): Promise<string> {
  const { password } = new URL(address);
  const name = nameOf(address);
  const role = pg.escapeIdentifier(name);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const secret = pg.escapeLiteral(decodeURIComponent(password));
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${secret}`,
  );
  return role;
}
