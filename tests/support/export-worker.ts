/** A worker process of a test that writes exports. */
import { startJobs } from '@pelican/api/src/jobs/index.ts';
import { openExportJobs } from '@pelican/api/src/modules/exports/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { collectExportKinds } from '@pelican/api/src/processes/export-kinds.ts';

const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '', PART = 'export-worker' } = process.env;
const log = createLogger('info', PART);
const pool = createPool({ databaseUrl, databasePoolMax: 5 }, log);
const redis = connectRedis(redisUrl, log);
startJobs({ pool, redis, jobs: openExportJobs({ pool, databaseUrl, kinds: collectExportKinds(), log }).jobs, log });
log.info('worker started');
