/** What containers run once before the parts: migrates Postgres, makes its roles, checks that it belongs to this Redis. */
import { pino } from 'pino';
import { parseShards, shardsDefault } from '../packages/shared/src/engine/shards.ts';
import { grantRoles } from '../prisma/grant-roles.ts';
import { migrate } from '../prisma/migrate.ts';
import { checkPair } from './supervisor/pairing.ts';

/** DATABASE_URL is the owner's; the roles of the parts are made when their addresses are given. */
const {
  DATABASE_URL,
  APPLICATION_DATABASE_URL: application,
  READER_DATABASE_URL: reader,
  REDIS_URL,
  SHARDS,
  NODE_ENV,
} = process.env;
if (!DATABASE_URL || !REDIS_URL) {
  process.stderr.write('DATABASE_URL and REDIS_URL must be set\n');
  process.exit(1);
}
try {
  const log = pino({ name: 'prepare' });
  const applied = await migrate(DATABASE_URL);
  log.info({ applied }, 'migrated');
  if (application && reader) await grantRoles(DATABASE_URL, { application, reader });
  await checkPair(DATABASE_URL, REDIS_URL, parseShards(SHARDS || shardsDefault), NODE_ENV === 'production', log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
