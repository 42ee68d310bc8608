/** Runs a live view: boots it, applies the stream's entries to it, and boots it again when an entry does not follow its state. */
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { isUnavailable } from '../platform/database/index.ts';
import {
  createEventFeed,
  type EventEntry,
  type EventFeed,
  type EventWire,
  newestEventId,
  streamContinues,
} from '../shards/index.ts';
import { createCurrentPosition } from './current-position.ts';
import { LiveViewGap } from './live-view-gap.ts';

export interface LiveFeedDeps<Event> {
  shard: Shard;
  wire: EventWire<Event>;
  /** Opens connections of the feed's own: its reads block theirs. */
  connectRedis(): Redis;
  log: Pick<Logger, 'info' | 'error'>;
  /** Rebuilds the view from Postgres. @returns details for the log */
  boot(): Promise<Record<string, unknown>>;
  /** Applies one entry to the view. A throw means that they do not fit together. */
  apply(entry: EventEntry<Event>): void;
  /** The newest entry that the view holds, and its newest command. */
  place(): { position: string; seq: number };
}

export interface LiveFeed {
  /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
  waitUntilCurrent(): Promise<void>;
  /** The view does not fit the stream any more: it is booted again. */
  lost(reason: unknown): void;
  close(): Promise<void>;
}

const retryMs = 1_000;
const settledMs = 5_000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Boots the view and follows the stream; resolves when the view can be asked. */
export async function startLiveFeed<Event>(deps: LiveFeedDeps<Event>): Promise<LiveFeed> {
  const { log, shard, wire } = deps;
  const questions = deps.connectRedis();
  const current = createCurrentPosition(() => newestEventId(questions, shard));
  let feed: EventFeed | undefined;
  let closed = false;
  let rebooting = true;
  let bootedMs = Number.NEGATIVE_INFINITY;

  /** @throws LiveViewGap while settlement waits for events that the stream does not hold any more */
  async function boot(): Promise<void> {
    const facts = await deps.boot();
    const from = deps.place().position;
    if (!(await streamContinues(questions, shard, deps.place())))
      throw new LiveViewGap('the event stream does not go on after the settled place: waiting for settlement');
    current.advanced(from);
    const opened = createEventFeed({ redis: deps.connectRedis(), shard, wire, from, onEntry });
    feed = opened;
    opened.ended.catch((error: unknown) => {
      if (feed === opened) lost(error);
    });
    bootedMs = performance.now();
    log.info({ shard: shard.name, position: from, ...facts }, 'live view booted');
  }

  function onEntry(entry: EventEntry<Event>): void {
    // Entries that were read after the one that failed are read again after the boot.
    if (rebooting) return;
    try {
      deps.apply(entry);
    } catch (error) {
      lost(error);
    }
    current.advanced(deps.place().position);
  }

  function lost(reason: unknown): void {
    if (rebooting || closed) return;
    rebooting = true;
    log.error(
      { err: reason, shard: shard.name, position: deps.place().position },
      'the live view does not fit the stream; booting again',
    );
    void reboot();
  }

  async function reboot(): Promise<void> {
    feed?.close();
    feed = undefined;
    // A view that fails right after its boot fails for another reason: retry slowly.
    if (performance.now() - bootedMs < settledMs) await pause(retryMs);
    await bootWhilePossible(() => true);
  }

  /** Tries until the view is booted; ends with an error that is not worth another try. */
  async function bootWhilePossible(isWorthATry: (error: unknown) => boolean): Promise<void> {
    let said: string | undefined;
    while (!closed) {
      try {
        await boot();
        rebooting = false;
        return;
      } catch (error) {
        if (!isWorthATry(error)) throw error;
        const text = String(error);
        if (text !== said) log.error({ err: error, shard: shard.name }, 'the live view cannot boot yet; trying again');
        said = text;
        await pause(retryMs);
      }
    }
  }

  await bootWhilePossible((error) => error instanceof LiveViewGap || isUnavailable(error));
  return {
    waitUntilCurrent: () => current.wait(),
    lost,
    async close() {
      closed = true;
      feed?.close();
      questions.disconnect();
      await feed?.ended.catch(() => undefined);
    },
  };
}
