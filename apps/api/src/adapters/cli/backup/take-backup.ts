/**
 * Takes a backup of a running exchange, in an order in which every cut can be repaired: first Postgres, from one snapshot,
 * then the journals with the engines' snapshots. So the journal reaches further than everything else, and what the others
 * lack is derived from it; the other way round, Postgres would know of trades that no journal holds.
 *
 * All journals end at one moment of Redis. A transfer enters a shard after it has left another, so no journal of the backup
 * holds an arrival whose departure another one lacks.
 */
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { comparePositions, positionStart, shardKeys } from '@pelican/shared/engine';
import { ensureExchangeId, newestStreamIds } from '../../../shards/index.ts';
import type { OpsContext } from '../context.ts';
import { OpsError } from '../ops-errors.ts';
import { copyDatabase, rowsFile } from './copy-database.ts';
import { type Manifest, type ManifestShard, writeManifest } from './manifest.ts';
import { copyShard } from './shard-backup.ts';

const packageFile = resolve(import.meta.dirname, '../../../../../../package.json');

/** The application's secrets of an exchange on one machine: without them API keys cannot be read. */
export const secretsFile = 'secrets.json';

/** @throws OpsError when the folder is not empty, or the journal is not whole */
export async function takeBackup(context: OpsContext, folder: string): Promise<Manifest> {
  const { config, pool } = context;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new OpsError(`${folder} is not empty`);
  const redis = await context.redis();
  const exchangeId = await ensureExchangeId(redis, pool);
  const takenAt = new Date().toISOString();
  const { cursors, ...database } = await copyDatabase(config.databaseUrl, config.shards, folder);
  const ends = await newestStreamIds(
    redis,
    config.shards.map((shard) => shardKeys(shard).commands),
  );
  const shards: ManifestShard[] = [];
  for (const [index, shard] of config.shards.entries()) {
    const { name } = shard;
    const copied = await copyShard(config, shard, folder, ends[index] ?? positionStart);
    const cursor = cursors.get(name);
    if (!cursor || comparePositions(copied.position, cursor.position) < 0)
      throw new OpsError(`the journal of ${name} ends at ${copied.position}, before Postgres at ${cursor?.position}`);
    shards.push({ name, cursor, ...copied, rows: rowsFile(shard) });
  }
  // After the journals: no entry in them has a sender above it.
  const senders = Number((await redis.get('senders')) ?? 0);
  const tickerState = await redis.get('ticker:state');
  await copySecrets(config.dataDir, folder);
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  return writeManifest(folder, {
    ...{ release: version, takenAt, exchangeId, ...database, shards },
    redis: { senders, tickerState },
  });
}

async function copySecrets(dataDir: string, folder: string): Promise<void> {
  const file = join(dataDir, secretsFile);
  if (!existsSync(file)) return;
  await copyFile(file, join(folder, secretsFile));
  await chmod(join(folder, secretsFile), 0o600);
}
