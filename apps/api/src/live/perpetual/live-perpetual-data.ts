/** The perpetual shard's live view with its instruments, and the answers to the commands of this process. */
import type { EventEntryHeader, ShardOf } from '@pelican/shared/engine';
import {
  type Command,
  type CommandDone,
  type EngineEvent,
  EventKind,
  perpetualWire,
} from '@pelican/shared/engine/perpetual';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type InstrumentCatalog, loadInstruments } from '../../catalog/index.ts';
import type { EngineClient, EventEntry } from '../../shards/index.ts';
import { startLiveFeed } from '../live-feed.ts';
import { loadPerpetualBootState } from './boot-state.ts';
import { PerpetualMarketState } from './market-state.ts';
import { PerpetualView } from './perpetual-view.ts';

/** An engine's answer with everything that its command did. */
export interface AppliedPerpetualCommand extends CommandDone {
  events: readonly EngineEvent[];
  /** The command's sequence. */
  seq: number;
}

export interface LivePerpetualDataDeps {
  pool: Pool;
  shard: ShardOf<'perpetual'>;
  /** Opens connections of the view's own: the feed's reads block theirs. */
  connectRedis(): Redis;
  log: Pick<Logger, 'info' | 'error'>;
  /** Answers the call that waits for the command; called after the command's effects are in the view. */
  resolve(header: EventEntryHeader, done: AppliedPerpetualCommand): void;
}

export interface LivePerpetualData {
  readonly view: PerpetualView;
  catalog(): InstrumentCatalog;
  /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
  waitUntilCurrent(): Promise<void>;
  close(): Promise<void>;
}

/** Boots from Postgres and follows the stream; resolves when the view can be asked. */
export async function startLivePerpetualData(deps: LivePerpetualDataDeps): Promise<LivePerpetualData> {
  const view = new PerpetualView();
  let catalog: InstrumentCatalog;
  const feed = await startLiveFeed<EngineEvent>({
    shard: deps.shard,
    wire: perpetualWire,
    connectRedis: deps.connectRedis,
    log: deps.log,
    async boot() {
      const state = await loadPerpetualBootState(deps.pool, deps.shard);
      catalog = state.catalog;
      view.restore(state);
      return { openOrders: view.orders.size, positions: view.positions.size };
    },
    apply: applyEntry,
    place: () => view,
  });

  function applyEntry(entry: EventEntry<EngineEvent>): void {
    const { header, events } = entry;
    view.beginEntry(entry.timeMs, header.firstSeq, header.commandCount);
    let settingsChanged = false;
    let from = 0;
    events.forEach((event, at) => {
      view.apply(event);
      if (event.kind === EventKind.settingsChanged) settingsChanged = true;
      if (event.kind !== EventKind.commandDone) return;
      deps.resolve(header, { ...event, events: events.slice(from, at), seq: view.seq });
      from = at + 1;
    });
    view.endEntry(entry.position);
    if (settingsChanged) void reloadCatalog();
  }

  /** Listings changed: new ones get their empty books; other steps for an old one mean other integers. */
  async function reloadCatalog(): Promise<void> {
    try {
      catalog = await loadInstruments(deps.pool, deps.shard);
      for (const instrument of catalog.instruments) {
        const known = view.market(instrument.id)?.market;
        if (!known) view.addMarket(new PerpetualMarketState(instrument));
        else if (JSON.stringify(known.steps) !== JSON.stringify(instrument.steps))
          feed.lost(new Error(`${instrument.name} has new steps`));
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the instruments could not be read again');
    }
  }

  return {
    view,
    catalog: () => catalog,
    waitUntilCurrent: feed.waitUntilCurrent,
    close: feed.close,
  };
}

/** A client of the perpetual shard whose answers carry everything that the command did. */
export type PerpetualEngine = Pick<EngineClient<Command, AppliedPerpetualCommand>, 'submit' | 'waiting'>;
