/**
 * Indexes for a process without a live view: it follows the events of the perpetual shard from now on and keeps of them what prices of
 * pledges are made of. A minute after its start it knows enough to sell by.
 */
import type { Shard } from '@pelican/shared/engine';
import { EventKind, perpetualWire } from '@pelican/shared/engine/perpetual';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { loadInstruments } from '../../../catalog/index.ts';
import { type LiveListener, PerpetualMarketState } from '../../../live/index.ts';
import { createEventFeed, type EventEntry, newestEventId } from '../../../shards/index.ts';
import { followIndexes, type LoanPrices } from '../prices.ts';

type Entry = EventEntry<Parameters<Parameters<typeof perpetualWire.forEachEvent>[1]>[0]>;

export interface IndexFeedDeps {
  pool: pg.Pool;
  redis: Redis;
  /** Undefined: the exchange has no perpetuals, and no index. */
  shard: Shard | undefined;
  log: Pick<Logger, 'error'>;
}

export interface IndexFeed {
  prices: LoanPrices;
  close(): void;
}

export async function openIndexFeed({ pool, redis, shard, log }: IndexFeedDeps): Promise<IndexFeed> {
  const states = new Map<number, PerpetualMarketState>();
  const listeners: LiveListener[] = [];
  const load = async () => {
    const { instruments } = await loadInstruments(pool);
    for (const instrument of instruments)
      if (!states.has(instrument.id)) states.set(instrument.id, new PerpetualMarketState(instrument));
  };
  const prices = followIndexes({
    market: (id) => states.get(id),
    addListener: (listener) => listeners.push(listener),
  });
  if (!shard) return { prices, close() {} };
  await load();

  /** A new listing has prices before it is read from Postgres; the next tick repeats them. */
  let isLoading = false;
  const loadNew = () => {
    if (isLoading) return;
    isLoading = true;
    load()
      .catch((error: unknown) => log.error({ err: error }, 'instruments could not be read for loans'))
      .finally(() => {
        isLoading = false;
      });
  };

  const onEntry = ({ events, timeMs }: Entry) => {
    const changed: PerpetualMarketState[] = [];
    for (const event of events) {
      if (event.kind !== EventKind.marketPriced) continue;
      const state = states.get(event.market);
      if (!state) {
        loadNew();
        continue;
      }
      state.indexMs = timeMs;
      state.status = event.state;
      state.indexTicks = event.indexTicks;
      state.repriced = true;
      changed.push(state);
    }
    if (changed.length > 0) for (const listener of listeners) listener.onMarkets(changed);
  };
  const from = await newestEventId(redis, shard);
  const feed = createEventFeed({ redis: redis.duplicate(), shard, wire: perpetualWire, from, onEntry });
  feed.ended.catch((error: unknown) => log.error({ err: error }, 'loans have lost the indexes: nothing is sold'));
  return { prices, close: () => feed.close() };
}
