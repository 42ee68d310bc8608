/** The spot shard's live view with its listings, and the answers to the commands of this process. */

import type { EventEntryHeader, ShardOf } from '@pelican/shared/engine';
import { type CommandDone, type EngineEvent, EventKind, Op, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Catalog } from '../../catalog/index.ts';
import type { EventEntry } from '../../shards/index.ts';
import { startLiveFeed } from '../live-feed.ts';
import { MarketState } from '../market-state.ts';
import { loadBootState } from './boot-state.ts';
import type { Listings } from './listings.ts';
import type { LiveOrder } from './live-order.ts';
import { LiveView } from './live-view.ts';

/** An engine's answer with the order that the command placed, amended or closed, as it was right after the command. */
export interface AppliedCommand extends CommandDone {
  order?: LiveOrder;
}

export interface LiveMarketDataDeps {
  pool: Pool;
  shard: ShardOf<'spot'>;
  /** The listings of the whole process. */
  listings: Listings;
  /** Opens connections of the view's own: the feed's reads block theirs. */
  connectRedis(): Redis;
  log: Pick<Logger, 'info' | 'error'>;
  /** Answers the call that waits for the command; called after the command's effects are in the view. */
  resolve(header: EventEntryHeader, done: AppliedCommand): void;
}

export interface LiveMarketData {
  readonly view: LiveView;
  catalog(): Catalog;
  /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
  waitUntilCurrent(): Promise<void>;
  close(): Promise<void>;
}

/** Boots from Postgres and follows the stream; resolves when the view can be asked. */
export async function startLiveMarketData(deps: LiveMarketDataDeps): Promise<LiveMarketData> {
  const { listings, shard } = deps;
  const view = new LiveView();
  const feed = await startLiveFeed<EngineEvent>({
    shard,
    wire: spotWire,
    connectRedis: deps.connectRedis,
    log: deps.log,
    async boot() {
      view.restore(await loadBootState(deps.pool, shard, await listings.reload()));
      return { openOrders: view.orders.size };
    },
    apply: applyEntry,
    place: () => view,
  });

  function applyEntry(entry: EventEntry<EngineEvent>): void {
    view.beginEntry(entry.timeMs, entry.header.firstSeq, entry.header.commandCount);
    let settingsChanged = false;
    for (const event of entry.events) {
      if (event.kind === EventKind.commandDone) {
        const done: AppliedCommand = event;
        const order = isOrderOp(event.op) ? view.touchedOrder(event.orderId) : undefined;
        // The commands behind it in the entry may change it again.
        if (order) done.order = event.op === Op.amendOrder ? order.copy() : order;
        view.apply(event);
        deps.resolve(entry.header, done);
      } else {
        if (event.kind === EventKind.settingsChanged && event.user === 0) settingsChanged = true;
        view.apply(event);
      }
    }
    view.endEntry(entry.position);
    if (settingsChanged) void reloadCatalog();
  }

  /** Listings changed: new markets get their empty books; other steps for an old one mean other integers. */
  async function reloadCatalog(): Promise<void> {
    try {
      for (const market of (await listings.reload()).markets) {
        if (market.shardId !== shard.id) continue;
        const known = view.market(market.id)?.market.scale;
        if (!known) view.addMarket(new MarketState(market));
        else if (JSON.stringify(known) !== JSON.stringify(market.scale))
          feed.lost(new Error(`${market.name} has new steps`));
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the listings could not be read again');
    }
  }

  return {
    view,
    catalog: () => listings.catalog,
    waitUntilCurrent: feed.waitUntilCurrent,
    close: feed.close,
  };
}

function isOrderOp(op: number): boolean {
  return op === Op.placeOrder || op === Op.cancelOrder || op === Op.amendOrder;
}
