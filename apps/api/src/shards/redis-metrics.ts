/** Figures of the journals and of Redis, read when they are asked for. */
import { type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import { sharedRead } from '../platform/metrics/index.ts';
import { lagBehind } from './lag.ts';

interface ShardFigures {
  shard: string;
  journal: number;
  events: number;
  lagSeconds: number;
}

/** While Redis does not answer `redis_up` is 0 and the others are absent. */
export function addRedisMetrics(registry: Registry, redis: Redis, shards: readonly Shard[]): void {
  const read = sharedRead(() => readFigures(redis, shards).catch(() => undefined));
  const ofShard = (name: string, help: string, figureOf: (figures: ShardFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['shard'],
      registers: [registry],
      async collect() {
        const figures = await read();
        this.reset();
        for (const one of figures?.shards ?? []) this.set({ shard: one.shard }, figureOf(one));
      },
    });
  ofShard('journal_entries', 'Entries of the journal in Redis', ({ journal }) => journal);
  ofShard('event_entries', 'Entries of the event stream in Redis', ({ events }) => events);
  ofShard(
    'settlement_lag_seconds',
    'Age of the oldest event that settlement has not written; 0 for none',
    ({ lagSeconds }) => lagSeconds,
  );
  new Gauge({
    name: 'redis_memory_bytes',
    help: 'Memory of Redis, and its limit (0: none)',
    labelNames: ['figure'],
    registers: [registry],
    async collect() {
      const figures = await read();
      this.reset();
      for (const [figure, bytes] of figures?.memory ?? []) this.set({ figure }, bytes);
    },
  });
  new Gauge({
    name: 'redis_up',
    help: '1 while Redis answers this process',
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
}

async function readFigures(redis: Redis, shards: readonly Shard[]) {
  const [info, ...figures] = await Promise.all([
    redis.info('memory'),
    ...shards.map((shard) => readShard(redis, shard)),
  ]);
  const memoryOf = (figure: string) => Number(new RegExp(`^${figure}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const memory = ['used_memory', 'maxmemory'].map((figure) => [figure, memoryOf(figure)] as const);
  return { shards: figures, memory };
}

async function readShard(redis: Redis, shard: Shard): Promise<ShardFigures> {
  const keys = shardKeys(shard);
  const [journal, events, settled] = await Promise.all([
    redis.xlen(keys.commands),
    redis.xlen(keys.events),
    redis.get(keys.settled),
  ]);
  const lagMs = await lagBehind(redis, keys.events, settled ?? '0-0');
  return { shard: shard.name, journal, events, lagSeconds: lagMs / 1000 };
}
