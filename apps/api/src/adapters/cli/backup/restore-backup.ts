/**
 * Puts a backup back. Redis gets the exchange's id last: until then a start refuses the pair, so a restore that was
 * interrupted is begun again and never runs half.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { comparePositions, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { inTransaction, recordAudit, type Transaction } from '../../../platform/database/index.ts';
import { newestStreamId, readExchangeId, writeExchangeId } from '../../../shards/index.ts';
import type { OpsConfig } from '../config.ts';
import type { OpsContext } from '../context.ts';
import { OpsError } from '../ops-errors.ts';
import { demandEmptyDatabase, demandUnused, idsSkipped, loadDatabase } from './load-database.ts';
import { fileFaults, type Manifest, type ManifestShard, readManifest } from './manifest.ts';
import { loadShard, shardFolder } from './shard-backup.ts';

export interface RestoreOptions {
  /** Empties what is there. */
  replace: boolean;
  /** Redis and the engines' folders are newer and stay: the events since the backup are derived again. */
  onlyPostgres: boolean;
}

/** @throws OpsError when the backup is damaged, something of it is in use, or is there and may not be replaced */
export async function restoreBackup(context: OpsContext, folder: string, options: RestoreOptions): Promise<Manifest> {
  const { config } = context;
  const manifest = await readManifest(folder);
  const faults = await fileFaults(folder, manifest);
  if (faults.length > 0) throw new OpsError(`the backup is damaged:\n  ${faults.join('\n  ')}`);
  const redis = await context.redis();
  await demandUnused(config.databaseUrl);
  if (!options.replace) await demandEmptyDatabase(config.databaseUrl);
  if (options.onlyPostgres) {
    await demandSameJournal(redis, manifest);
    await loadDatabase(config.databaseUrl, folder, manifest);
    await inTransaction(context.pool, endAllSessions);
  } else {
    await clearRedis(redis, options.replace);
    await clearEngines(config, options.replace);
    await loadDatabase(config.databaseUrl, folder, manifest);
    await inTransaction(context.pool, endAllSessions);
    for (const shard of config.shards) await restoreShard(config, folder, shard, copyOf(manifest, shard));
    await restoreCounters(redis, manifest);
    await writeExchangeId(redis, manifest.exchangeId);
  }
  await recordAudit(context.pool, {
    actor: context.actor,
    action: 'backup.restored',
    subject: `exchange:${manifest.exchangeId}`,
    details: { takenAt: manifest.takenAt, onlyPostgres: options.onlyPostgres },
  });
  return manifest;
}

/**
 * Clients hold newer refresh tokens than a backup, which would look stolen; and sessions that were ended since the backup,
 * by a new password for example, would be open again (docs/decisions/0058).
 */
async function endAllSessions(tx: Transaction): Promise<void> {
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query("UPDATE sessions SET ended_at = now(), end_reason = 'restored' WHERE ended_at IS NULL");
}

/** @throws OpsError unless this Redis is of the backup's exchange and its journals reach at least as far as the backup */
async function demandSameJournal(redis: Redis, manifest: Manifest): Promise<void> {
  const id = await readExchangeId(redis);
  if (id !== manifest.exchangeId)
    throw new OpsError(`the backup is of exchange ${manifest.exchangeId}, this Redis of ${id ?? 'none'}`);
  for (const { name, cursor } of manifest.shards) {
    const newest = await newestStreamId(redis, shardKeys({ name }).commands);
    if (comparePositions(newest, cursor.position) < 0)
      throw new OpsError(
        `the journal of ${name} ends at ${newest}, before the backup's Postgres at ${cursor.position}`,
      );
  }
}

async function clearRedis(redis: Redis, replace: boolean): Promise<void> {
  if (replace) await redis.flushdb();
  else if ((await redis.dbsize()) > 0)
    throw new OpsError('this Redis is not empty: restore with --replace to empty it');
}

async function clearEngines({ dataDir, shards }: OpsConfig, replace: boolean): Promise<void> {
  for (const shard of shards) {
    const folder = shardFolder(dataDir, shard);
    if (!existsSync(folder)) continue;
    const isUsed = (await readdir(folder, { recursive: true, withFileTypes: true })).some((entry) => entry.isFile());
    if (isUsed && !replace) throw new OpsError(`${folder} is not empty: restore with --replace to empty it`);
    await rm(folder, { recursive: true });
  }
}

/** @throws OpsError when the backup has no such shard */
function copyOf(manifest: Manifest, { name }: Shard): ManifestShard {
  const copy = manifest.shards.find((one) => one.name === name);
  if (!copy) throw new OpsError(`the backup has no shard ${name}: set SHARDS as it was when the backup was taken`);
  return copy;
}

async function restoreShard(config: OpsConfig, folder: string, shard: Shard, copy: ManifestShard): Promise<void> {
  const target = shardFolder(config.dataDir, shard);
  await mkdir(dirname(target), { recursive: true });
  await cp(shardFolder(folder, shard), target, { recursive: true });
  const loaded = await loadShard(config, shard, folder, copy.cursor.position);
  if (loaded.position !== copy.position)
    throw new OpsError(`the journal of ${shard.name} was loaded up to ${loaded.position}, not to ${copy.position}`);
}

/** A sender that a journal has seen is never given to another writer. */
async function restoreCounters(redis: Redis, { redis: counters }: Manifest): Promise<void> {
  await redis.set('senders', counters.senders + idsSkipped);
  if (counters.tickerState !== null) await redis.set('ticker:state', counters.tickerState);
}
