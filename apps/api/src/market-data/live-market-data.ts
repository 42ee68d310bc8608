/** Runs the live view: boots it, feeds it, and boots it again when it and the stream do not fit together. */

import type { EventEntryHeader } from '@pelican/shared/engine/event-entry.ts';
import { Op } from '@pelican/shared/engine/spot/commands.ts';
import type { CommandDone, EngineEvent } from '@pelican/shared/engine/spot/events.ts';
import { EventKind } from '@pelican/shared/engine/spot/events.ts';
import { spotWire } from '@pelican/shared/engine/spot/wire.ts';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Catalog, loadCatalog } from '../modules/markets/catalog.ts';
import { createEventFeed, type EventEntry, type EventFeed, newestEventId } from '../platform/event-feed.ts';
import { loadBootState } from './boot-state.ts';
import { createCurrentPosition } from './current-position.ts';
import type { LiveOrder } from './live-order.ts';
import { LiveView } from './live-view.ts';
import { MarketState } from './market-state.ts';

/** An engine's answer with the order that the command placed or closed, as it was right after the command. */
export interface AppliedCommand extends CommandDone {
  order?: LiveOrder;
}

export interface LiveMarketDataDeps {
  pool: Pool;
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

const retryMs = 1_000;
const settledMs = 5_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Boots from Postgres and follows the stream; resolves when the view can be asked. */
export async function startLiveMarketData(deps: LiveMarketDataDeps): Promise<LiveMarketData> {
  const view = new LiveView();
  const questions = deps.connectRedis();
  const current = createCurrentPosition(() => newestEventId(questions, 'spot'));
  let catalog: Catalog;
  let feed: EventFeed | undefined;
  let closed = false;
  let rebooting = true;
  let bootedMs = Number.NEGATIVE_INFINITY;

  async function boot(): Promise<void> {
    catalog = await loadCatalog(deps.pool);
    view.restore(await loadBootState(deps.pool, catalog));
    current.advanced(view.position);
    const opened = createEventFeed({ redis: deps.connectRedis(), wire: spotWire, from: view.position, onEntry });
    feed = opened;
    opened.ended.catch((error: unknown) => {
      if (feed === opened) lost(error);
    });
    bootedMs = performance.now();
    deps.log.info({ position: view.position, openOrders: view.orders.size }, 'live view booted');
  }

  function onEntry(entry: EventEntry<EngineEvent>): void {
    // What the same read brought after the entry that broke the view is read again after the boot.
    if (rebooting) return;
    try {
      applyEntry(entry);
    } catch (error) {
      lost(error);
    }
    current.advanced(view.position);
  }

  function lost(error: unknown): void {
    if (rebooting || closed) return;
    rebooting = true;
    deps.log.error({ err: error, position: view.position }, 'the live view lost the thread; starting again');
    void reboot();
  }

  function applyEntry(entry: EventEntry<EngineEvent>): void {
    view.beginEntry(entry.timeMs, entry.header.firstSeq, entry.header.commandCount);
    let settingsChanged = false;
    for (const event of entry.events) {
      if (event.kind === EventKind.commandDone) {
        const done: AppliedCommand = event;
        const order = isOrderOp(event.op) ? view.touchedOrder(event.orderId) : undefined;
        if (order) done.order = order;
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
      catalog = await loadCatalog(deps.pool);
      for (const market of catalog.markets) {
        const known = view.market(market.id)?.market.scale;
        if (!known) view.addMarket(new MarketState(market));
        else if (JSON.stringify(known) !== JSON.stringify(market.scale))
          lost(new Error(`${market.name} has new steps`));
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the listings could not be read again');
    }
  }

  async function reboot(): Promise<void> {
    feed?.close();
    feed = undefined;
    // A view that breaks right after its boot breaks for a reason that a boot does not cure: no hurry then.
    if (performance.now() - bootedMs < settledMs) await pause(retryMs);
    while (!closed) {
      try {
        await boot();
        rebooting = false;
        return;
      } catch (error) {
        deps.log.error({ err: error }, 'the live view could not boot');
        await pause(retryMs);
      }
    }
  }

  await boot();
  rebooting = false;
  return {
    view,
    catalog: () => catalog,
    waitUntilCurrent: () => current.wait(),
    async close() {
      closed = true;
      feed?.close();
      questions.disconnect();
      await feed?.ended.catch(() => undefined);
    },
  };
}

function isOrderOp(op: number): boolean {
  return op === Op.placeOrder || op === Op.cancelOrder;
}
