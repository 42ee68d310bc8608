/** What containers run once before the parts: migrates Postgres, makes its roles, checks that it belongs to this Redis. */
import { pino } from 'pino';
import { operatorDomainsOf } from '../apps/api/src/platform/config/index.ts';
import { readSettings } from '../packages/shared/src/settings/index.ts';
import { grantRoles } from '../prisma/grant-roles.ts';
import { migrate } from '../prisma/migrate.ts';
import { writeDeployment } from '../prisma/write-deployment.ts';
import { prepareSettings, roleAddressesOf } from './prepare-settings.ts';
import { checkPair } from './supervisor/pairing.ts';

try {
  const settings = readSettings(prepareSettings, process.env);
  const { DATABASE_URL, REDIS_URL, SHARDS, NODE_ENV } = settings;
  const log = pino({ name: 'prepare' });
  const applied = await migrate(DATABASE_URL);
  log.info({ applied }, 'migrated');
  await grantRoles(DATABASE_URL, roleAddressesOf(settings));
  const production = NODE_ENV === 'production';
  await writeDeployment(DATABASE_URL, {
    twoPersons: settings.TWO_PERSONS,
    production,
    isDemo: false,
    operatorEmailDomains: operatorDomainsOf(settings.OPERATOR_EMAIL_DOMAINS),
  });
  await checkPair(DATABASE_URL, REDIS_URL, SHARDS, production, log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
