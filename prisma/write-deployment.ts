/** What kind of exchange this is: the row `deployment`, which only the owner of the database writes, beside migrations and roles. */
import pg from 'pg';

export interface DeploymentSettings {
  /** Undefined: as it was; at the first start two decide in production. */
  twoPersons: boolean | undefined;
  production: boolean;
  isDemo: boolean;
  /** Of mailboxes of which alone somebody becomes an operator, empty for any; undefined: as it was, at the first start any. */
  operatorEmailDomains?: readonly string[] | undefined;
}

/**
 * Writes what the settings of the deployment say, where that is another thing than the row says. A trigger records it.
 * @throws pg.DatabaseError 23001 (restrict_violation) for an exchange that is to become a demo
 */
export async function writeDeployment(ownerUrl: string, wanted: DeploymentSettings): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'pelican-deployment' });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO deployment AS had (id, two_persons, demo, operator_email_domains)
          VALUES (1, coalesce($1::boolean, $2), $3, coalesce($4::text[], '{}'))
        ON CONFLICT (id) DO UPDATE SET two_persons = coalesce($1::boolean, had.two_persons), demo = excluded.demo,
          operator_email_domains = coalesce($4::text[], had.operator_email_domains)
        WHERE (coalesce($1::boolean, had.two_persons), excluded.demo, coalesce($4::text[], had.operator_email_domains))
          IS DISTINCT FROM (had.two_persons, had.demo, had.operator_email_domains)`,
      [wanted.twoPersons ?? null, wanted.production, wanted.isDemo, wanted.operatorEmailDomains ?? null],
    );
  } finally {
    await client.end();
  }
}
