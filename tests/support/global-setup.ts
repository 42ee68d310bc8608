import type { TestProject } from 'vitest/node';
import { generateClient } from '../../prisma/generate.ts';
import { grantRoles } from '../../prisma/grant-roles.ts';
import { migrate } from '../../prisma/migrate.ts';
import { writeDeployment } from '../../prisma/write-deployment.ts';
import { ensureDatabase } from '../../scripts/services/postgres-server.ts';
import { roleAddresses } from './roles.ts';
import { databaseUrl, startPostgres } from './services.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's Postgres server, its `postgres` database. */
    postgresUrl: string;
    /** A migrated database without connections, for CREATE DATABASE ... TEMPLATE. */
    templateDatabase: string;
  }
}

const templateDatabase = 'pelican_template';

/** Once a run: the Prisma client, one Postgres server, and the migrated template that every test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await generateClient();
  const postgres = await startPostgres();
  await ensureDatabase(postgres.url, templateDatabase);
  await migrate(databaseUrl(postgres.url, templateDatabase));
  await prepare(databaseUrl(postgres.url, templateDatabase));
  project.provide('postgresUrl', postgres.url);
  project.provide('templateDatabase', templateDatabase);
  return () => postgres.stop();
}

/** As a start does: one person may act alone, and prices may be simulated, unless a test says otherwise. */
async function prepare(url: string): Promise<void> {
  await grantRoles(url, roleAddresses(url));
  await writeDeployment(url, { twoPersons: false, production: false, isDemo: true });
}
