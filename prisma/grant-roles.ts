/**
 * The database roles of a production exchange. The owner of the tables migrates and restores; the parts connect as the
 * application role, which changes rows and no table, and only adds to the facts; backup and metrics read as the reader.
 */
import pg from 'pg';

export interface RoleAddresses {
  /** postgresql://role:password@host/database: the role is made or changed to be as the address says. */
  application: string;
  reader: string;
}

/** Read and added to by the application, never changed. */
const appendOnlyTables = `
  SELECT DISTINCT relname AS name FROM pg_trigger
    JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid
    WHERE proname = 'refuse_change' AND relnamespace = 'public'::regnamespace AND NOT relispartition
  UNION SELECT 'audit_records' UNION SELECT '_prisma_migrations'`;

/** Makes both roles and gives them their rights on every table that there is. Run after each migration. */
export async function grantRoles(ownerUrl: string, addresses: RoleAddresses): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'pelican-roles' });
  await client.connect();
  try {
    await client.query('BEGIN');
    const application = await ensureRole(client, addresses.application);
    const reader = await ensureRole(client, addresses.reader);
    await client.query(`
      REVOKE CREATE ON SCHEMA public FROM PUBLIC;
      GRANT USAGE ON SCHEMA public TO ${application}, ${reader};
      REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${application}, ${reader};
      GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${application}, ${reader};
      GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO ${reader};
      GRANT SELECT, USAGE ON ALL SEQUENCES IN SCHEMA public TO ${application};
      GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${application};
      REVOKE INSERT ON _prisma_migrations FROM ${application};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${application}, ${reader};`);
    const { rows } = await client.query<{ name: string }>(appendOnlyTables);
    const names = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
    await client.query(`REVOKE UPDATE, DELETE ON ${names} FROM ${application}`);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** @returns the name of the role, quoted */
async function ensureRole(client: pg.Client, address: string): Promise<string> {
  const { username, password } = new URL(address);
  const name = decodeURIComponent(username);
  const role = pg.escapeIdentifier(name);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const secret = pg.escapeLiteral(decodeURIComponent(password));
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${secret}`,
  );
  return role;
}
