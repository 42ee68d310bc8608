/**
 * The engine's part of `npm run ops -- backup`, `verify-backup` and `restore`; prints its result as JSON.
 *
 *   SHARD=... REDIS_URL=... DATA_DIR=... node apps/engine/src/host/backup-main.ts copy|verify|load <folder> <position>
 */

import { shardKeys } from '@pelican/shared/engine';
import { ConfigError } from '@pelican/shared/settings';
import type { Redis } from 'ioredis';
import { rules } from '../core/kernel/rules.ts';
import { backupFolders, copyShard, loadShard, verifyShard } from './backup.ts';
import { type EngineConfig, readConfig } from './config.ts';
import { bulkConnection } from './connections.ts';
import { coreOf } from './cores.ts';
import { MissingJournal } from './whole-journal.ts';

/** @param position of the last entry to copy, or where Postgres is settled */
function perform(what: string, config: EngineConfig, folder: string, position: string): Promise<object> {
  const { shard } = config;
  const folders = backupFolders(folder);
  const streams = shardKeys(shard);
  switch (what) {
    case 'copy':
      return withRedis(config, (redis) =>
        copyShard({
          redis,
          shard: shard.name,
          stream: streams.commands,
          rulesVersion: rules.current,
          from: config.folders,
          to: folders,
          until: position,
        }),
      );
    case 'verify':
      return verifyShard(coreOf(shard), shard.id, folders, position);
    case 'load':
      return withRedis(config, (redis) => loadShard({ redis, streams, folders, settled: position }));
    default:
      throw new ConfigError(`copy, verify or load, not ${what}`);
  }
}

async function withRedis<Result>(config: EngineConfig, use: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = bulkConnection(config.redisUrl, { info: () => undefined, warn: () => undefined });
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

async function main(): Promise<void> {
  const [what = '', folder = '', position = ''] = process.argv.slice(2);
  if (folder === '' || !/^\d+-\d+$/.test(position)) throw new ConfigError('<folder> and <position> are missing');
  process.stdout.write(`${JSON.stringify(await perform(what, readConfig(process.env), folder, position))}\n`);
}

await main().catch((error: Error) => {
  const isExpected = error instanceof ConfigError || error instanceof MissingJournal;
  process.stderr.write(`${isExpected ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
