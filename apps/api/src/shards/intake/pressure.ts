/** What strains the exchange, each as a multiple of its watermark. */
import { statfs } from 'node:fs/promises';
import { type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { IntakeLimits } from '../../platform/config/index.ts';
import { lagBehind } from '../lag.ts';

export interface Pressure {
  /** 1 is the watermark. */
  level: number;
  /** The figure and its limit, for operators. */
  says: string;
}

export interface Pressures {
  /** The pressures of Redis and of the disks, which affect every shard. */
  shared: Pressure[];
  /** The lag of each shard's settlement, in the order of the shards. */
  lags: Pressure[];
}

/** Looks at everything once. @throws Error when Redis does not answer */
export async function readPressures(redis: Redis, shards: readonly Shard[], limits: IntakeLimits): Promise<Pressures> {
  const [shared, lags] = await Promise.all([
    Promise.all([memoryPressure(redis, limits), ...limits.folders.map((folder) => diskPressure(folder, limits))]),
    Promise.all(shards.map((shard) => lagPressure(redis, shard, limits))),
  ]);
  return { shared, lags };
}

/** How far the shard's settlement is behind its events, by the position that it leaves in Redis. */
async function lagPressure(redis: Redis, shard: Shard, limits: IntakeLimits): Promise<Pressure> {
  const { events, settled } = shardKeys(shard);
  const position = (await redis.get(settled)) ?? '0-0';
  const lagMs = await lagBehind(redis, events, position);
  const says = `settlement of ${shard.name} is ${seconds(lagMs)} s behind (limit ${seconds(limits.lagMs)} s)`;
  return { level: lagMs / limits.lagMs, says };
}

/** Memory of Redis against the share of its maxmemory; a Redis without maxmemory has no limit to keep to. */
async function memoryPressure(redis: Redis, limits: IntakeLimits): Promise<Pressure> {
  const info = await redis.info('memory');
  const used = figureOf(info, 'used_memory');
  const max = figureOf(info, 'maxmemory');
  if (max === 0) return { level: 0, says: `Redis uses ${megabytes(used)} MB and has no maxmemory` };
  const limit = max * limits.memoryShare;
  return { level: used / limit, says: `Redis uses ${megabytes(used)} MB (limit ${megabytes(limit)} MB)` };
}

/** Free space of the disk that holds the folder; a folder that is not there yet counts as no pressure. */
async function diskPressure(folder: string, limits: IntakeLimits): Promise<Pressure> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return { level: 0, says: `${folder} does not exist` };
  const free = disk.bavail * disk.bsize;
  const says = `${folder} has ${megabytes(free)} MB free (limit ${megabytes(limits.diskFreeBytes)} MB)`;
  return { level: limits.diskFreeBytes / Math.max(free, 1), says };
}

function figureOf(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
