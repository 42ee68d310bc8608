/** Figures of the journals and of Redis, read when they are asked for. */
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import { lagBehind } from './lag.ts';

interface ShardFigures {
  shard: string;
  journal: number;
  events: number;
  lagSeconds: number;
}

/** While Redis does not answer `redis_up` is 0 and the others are absent. */
export function addRedisMetrics(registry: Registry, redis: Redis, shards: readonly Shard[]): void {
  const ofShard = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['shard'], registers: [registry] });
  const journal = ofShard('journal_entries', 'Entries of the journal in Redis');
  const events = ofShard('event_entries', 'Entries of the event stream in Redis');
  const lag = ofShard('settlement_lag_seconds', 'Age of the oldest event that settlement has not written; 0 for none');
  const memory = new Gauge({
    name: 'redis_memory_bytes',
    help: 'Memory of Redis, and its limit (0: none)',
    labelNames: ['figure'],
    registers: [registry],
  });
  new Gauge({
    name: 'redis_up',
    help: '1 while Redis answers this process',
    registers: [registry],
    async collect() {
      for (const gauge of [journal, events, lag, memory]) gauge.reset();
      try {
        const [info, ...figures] = await Promise.all([
          redis.info('memory'),
          ...shards.map((shard) => readShard(redis, shard)),
        ]);
        for (const figure of ['used_memory', 'maxmemory'])
          memory.set({ figure }, Number(new RegExp(`^${figure}:(\\d+)`, 'm').exec(info)?.[1] ?? 0));
        for (const { shard, ...read } of figures) {
          journal.set({ shard }, read.journal);
          events.set({ shard }, read.events);
          lag.set({ shard }, read.lagSeconds);
        }
        this.set(1);
      } catch {
        this.set(0);
      }
    },
  });
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
