/**
 * Indexes for a process without a live view: it follows the events of the perpetual shard from now on, and the indexes of spot markets, and
 * keeps of them what prices of pledges are made of. A minute after its start it knows enough to sell by.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Shard } from '@pelican/shared/engine';
import { EventKind, perpetualWire } from '@pelican/shared/engine/perpetual';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { loadInstruments } from '../../../catalog/index.ts';
import { type LiveListener, PerpetualMarketState } from '../../../live/index.ts';
import { createEventFeed, type EventEntry, newestEventId } from '../../../shards/index.ts';
import { followSpotIndexes } from '../../../ticker/index.ts';
import { followIndexes, type LoanPrices } from '../prices.ts';

type Entry = EventEntry<Parameters<Parameters<typeof perpetualWire.forEachEvent>[1]>[0]>;

const reopenMs = 1_000;

export interface IndexFeedDeps {
  pool: pg.Pool;
  redis: Redis;
  /** Undefined: the exchange has no perpetuals. */
  shard: Shard | undefined;
  /** For so long before now events are read first. */
  backMs?: number;
  log: Pick<Logger, 'error' | 'warn'>;
}

export interface IndexFeed {
  prices: LoanPrices;
  close(): void;
}

/** Prices for a process without a live view; the caller closes the feed. */
export async function openIndexFeed({ pool, redis, shard, log, backMs = 0 }: IndexFeedDeps): Promise<IndexFeed> {
  const states = new Map<number, PerpetualMarketState>();
  const listeners: LiveListener[] = [];
  const load = async () => {
    const { instruments } = await loadInstruments(pool);
    for (const instrument of instruments)
      if (!states.has(instrument.id)) states.set(instrument.id, new PerpetualMarketState(instrument));
  };
  const spot = await followSpotIndexes(redis, log);
  const view = { market: (id: number) => states.get(id), addListener: (one: LiveListener) => void listeners.push(one) };
  const prices = followIndexes(view, spot);
  if (!shard) return { prices, close: spot.close };
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
  const feed = await followFromNow({ redis, shard, log, backMs }, onEntry);
  return {
    prices,
    close() {
      feed.close();
      spot.close();
    },
  };
}

/** What cannot be read, as of another release, ends a feed: another one goes on behind the newest entry, and prices are fresh again a little later. */
async function followFromNow(
  { redis, shard, log, backMs }: Pick<IndexFeedDeps, 'redis' | 'log'> & { shard: Shard; backMs: number },
  onEntry: (entry: Entry) => void,
): Promise<{ close(): void }> {
  const open = async () => {
    const from = backMs > 0 ? `${Date.now() - backMs}-0` : await newestEventId(redis, shard);
    return createEventFeed({ redis: redis.duplicate(), shard, wire: perpetualWire, from, onEntry });
  };
  const closing = new AbortController();
  let feed = await open();
  const keepOpen = async () => {
    for (;;) {
      await feed.ended.catch((error: unknown) =>
        log.error({ err: error }, 'loans have lost the indexes: nothing is sold until they are followed again'),
      );
      await delay(reopenMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      // While Redis is away the one that has ended stays, and the next turn tries again.
      feed = await open().catch(() => feed);
      if (closing.signal.aborted) feed.close();
    }
  };
  void keepOpen();
  return {
    close() {
      closing.abort();
      feed.close();
    },
  };
}
