/** Orders of the desk on their way to the engine. */
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@pelican/shared/contracts';
import { comparePositions, type ShardOf, shardKeys } from '@pelican/shared/engine';
import { type PlaceOrder, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { ensureExchangeId, newestStreamId, readCursor, withEngine } from '../../../shards/index.ts';

export interface DeskEngine {
  /**
   * @param isDue asked once the way to the engine is open, which may take as long as Redis is away: an order that is not due is not sent
   * @returns the engine's code, 0 when it took the order; undefined when there was no answer: it may have it or not
   */
  place(shard: ShardOf<'spot'>, order: PlaceOrder, isDue: () => Promise<boolean>): Promise<number | undefined>;
  /** Whether Postgres shows the end of all that was sent to the shard before this call; waits for some seconds. */
  isSettled(shard: ShardOf<'spot'>): Promise<boolean>;
}

const waitMs = 5_000;
const pollMs = 25;
/** What is thrown when the journal did not take the command, or nobody has answered it yet. */
const codesOfAway = new Set<string>(['service_unavailable', 'exchange_halted', 'outcome_unknown']);

export function createDeskEngine({ pool, redis }: { pool: pg.Pool; redis: Redis }): DeskEngine {
  return {
    async place(shard, order, isDue) {
      await ensureExchangeId(redis, pool);
      const { position: known } = await readCursor(pool, shard);
      try {
        return await withEngine({ redis, shard, wire: spotWire, known }, async (engine) => {
          if (!(await isDue())) return undefined;
          const { code } = await engine.submit(order);
          return code;
        });
      } catch (error) {
        if (error instanceof DomainError && codesOfAway.has(error.code)) return undefined;
        throw error;
      }
    },
    async isSettled(shard) {
      const newest = await newestStreamId(redis, shardKeys(shard).commands);
      for (const deadline = performance.now() + waitMs; ; await delay(pollMs)) {
        if (comparePositions((await readCursor(pool, shard)).position, newest) >= 0) return true;
        if (performance.now() >= deadline) return false;
      }
    },
  };
}
