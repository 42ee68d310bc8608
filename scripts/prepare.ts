/** What containers run once before the parts: migrates Postgres, makes its roles, checks that it belongs to this Redis. */
import { pino } from 'pino';
import { readSettings } from '../packages/shared/src/settings/index.ts';
import { grantRoles } from '../prisma/grant-roles.ts';
import { migrate } from '../prisma/migrate.ts';
import { prepareSettings } from './prepare-settings.ts';
import { checkPair } from './supervisor/pairing.ts';

try {
  const settings = readSettings(prepareSettings, process.env);
  const { DATABASE_URL, REDIS_URL, SHARDS, NODE_ENV } = settings;
  const { APPLICATION_DATABASE_URL: application, READER_DATABASE_URL: reader } = settings;
  const log = pino({ name: 'prepare' });
  const applied = await migrate(DATABASE_URL);
  log.info({ applied }, 'migrated');
  if (application && reader) await grantRoles(DATABASE_URL, { application, reader });
  await checkPair(DATABASE_URL, REDIS_URL, SHARDS, NODE_ENV === 'production', log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
