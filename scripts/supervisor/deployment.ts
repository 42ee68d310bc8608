import pg from 'pg';
import { prepareDeployment } from '../../apps/api/src/platform/database/deployment.ts';
import { StartError } from './config.ts';

export interface DeploymentSettings {
  /** Undefined: as it was; at the first start two decide in production. */
  twoPersons: boolean | undefined;
  production: boolean;
  isDemo: boolean;
}

/** Writes what kind of exchange this is, as the owner of its database. @throws StartError for one that is to become a demo */
export async function settleDeployment(databaseUrl: string, wanted: DeploymentSettings): Promise<void> {
  const { twoPersons, production, isDemo } = wanted;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'pelican-deployment' });
  await client.connect();
  try {
    await prepareDeployment(client, { twoPersons, twoPersonsAtFirst: production, isDemo });
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.code === '23001';
    if (!isRefused) throw error;
    throw new StartError(`${error.message}: start it with DEMO=0, or a demo with another DATA_DIR`);
  } finally {
    await client.end();
  }
}
