/** Runs the live view: boots it, feeds it, and boots it again when it and the stream do not fit together. */
import type { CommandDone, EngineEvent, EventEntryHeader } from '@pelican/shared/engine/events.ts';
import { EventKind } from '@pelican/shared/engine/events.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Catalog, loadCatalog } from '../modules/markets/catalog.ts';
import { loadBootState } from './boot-state.ts';
import { createCurrentPosition } from './current-position.ts';
import type { LiveOrder } from './live-order.ts';
import { LiveView } from './live-view.ts';

/** An engine's answer with the order that the command placed or closed, as it was right after the command. */
export interface AppliedCommand extends CommandDone {
  order?: LiveOrder;
}

/** One entry of the event stream. */
export interface FeedEntry {
  position: string;
  timeMs: number;
  header: EventEntryHeader;
  events: Iterable<EngineEvent>;
}

export interface EventFeed {
  close(): Promise<void>;
}

export interface LiveMarketDataDeps {
  pool: Pool;
  log: Pick<Logger, 'info' | 'error'>;
  /** Follows the event stream from the entry after `from`. */
  openFeed(from: string, onEntry: (entry: FeedEntry) => void): EventFeed | Promise<EventFeed>;
  /** Answers the call that waits for the command. */
  resolve(header: EventEntryHeader, done: AppliedCommand): void;
  /** The newest id in the event stream, '0-0' when it is empty. */
  newestPosition(): Promise<string>;
}

export interface LiveMarketData {
  readonly view: LiveView;
  catalog(): Catalog;
  /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
  waitUntilCurrent(): Promise<void>;
  close(): Promise<void>;
}

const retryMs = 1_000;

/** Boots from Postgres and follows the stream; resolves when the view can be asked. */
export async function startLiveMarketData(deps: LiveMarketDataDeps): Promise<LiveMarketData> {
  const view = new LiveView();
  const current = createCurrentPosition(deps.newestPosition);
  let catalog: Catalog;
  let feed: EventFeed | undefined;
  let closed = false;
  let rebooting = false;

  async function boot(): Promise<void> {
    catalog = await loadCatalog(deps.pool);
    view.restore(await loadBootState(deps.pool, catalog));
    current.advanced(view.position);
    feed = await deps.openFeed(view.position, onEntry);
    deps.log.info({ position: view.position, openOrders: view.orders.size }, 'live view booted');
  }

  function onEntry(entry: FeedEntry): void {
    if (rebooting) return;
    try {
      applyEntry(entry);
    } catch (error) {
      rebooting = true;
      deps.log.error({ err: error, position: entry.position }, 'the live view lost the thread; starting again');
      void reboot();
    }
    current.advanced(view.position);
  }

  function applyEntry(entry: FeedEntry): void {
    view.beginEntry(entry.timeMs, entry.header.firstSeq, entry.header.commandCount);
    let settingsChanged = false;
    for (const event of entry.events) {
      if (event.kind === EventKind.commandDone) {
        const done: AppliedCommand = event;
        const order = view.touchedOrder(event.orderId);
        if (order && !event.repeated) done.order = order;
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

  /** A market that is new to this process has no book yet: its first event makes the view boot again. */
  async function reloadCatalog(): Promise<void> {
    try {
      catalog = await loadCatalog(deps.pool);
    } catch (error) {
      deps.log.error({ err: error }, 'the listings could not be read again');
    }
  }

  async function reboot(): Promise<void> {
    await feed?.close();
    feed = undefined;
    while (!closed) {
      try {
        rebooting = false;
        await boot();
        return;
      } catch (error) {
        rebooting = true;
        deps.log.error({ err: error }, 'the live view could not boot');
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  await boot();
  return {
    view,
    catalog: () => catalog,
    waitUntilCurrent: () => current.wait(),
    async close() {
      closed = true;
      await feed?.close();
    },
  };
}
