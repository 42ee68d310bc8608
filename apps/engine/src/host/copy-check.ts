/** Whether the journal still holds what the engines of this machine have read from it. */
import { setTimeout as delay } from 'node:timers/promises';
import { halt, journalHolds, lostEntry, type Shard, shardKeys, unlessAborted } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { ConflictingCopies } from './copied-entries.ts';
import type { JournalCopies } from './journal-tail.ts';
import { MissingJournal } from './whole-journal.ts';

/** A question that Redis did not answer is asked again after this. */
const retryMs = 100;

export interface CopyCheckOptions {
  redis: Redis;
  shard: Shard;
  copies: Pick<JournalCopies, 'newest' | 'find'>;
}

/**
 * The journal holds what the engines of these folders have read from it, and so what any of them has answered. When it does
 * not, and what is left of it is of this exchange, its writers are halted before they make another history of it.
 * @throws MissingJournal
 */
export async function checkCopies({ redis, shard, copies }: CopyCheckOptions): Promise<void> {
  const { commands } = shardKeys(shard);
  for (const newest of await copies.newest()) {
    if (await journalHolds(redis, shard, newest)) continue;
    const lost = lostEntry(shard.name, newest.position, 'an engine has read');
    const found = await redis.callBuffer('XREVRANGE', commands, newest.position, '-', 'COUNT', '1');
    const [id, [, bytes] = []] = (found as [Buffer, Buffer[]][])[0] ?? [];
    const copy = id && (await copies.find(id.toString('latin1')));
    if (copy?.bytes && bytes && Buffer.compare(copy.bytes, bytes) === 0) await halt(redis, shard.name, lost);
    throw new MissingJournal(lost.reason);
  }
}

/** The check of a running engine. */
export class CopyCheck {
  readonly #options: CopyCheckOptions;
  readonly #log: Pick<Logger, 'warn'>;
  /** Redis may have been replaced by one that has lost entries which only another engine has read. */
  #hasReconnected = false;

  /** @param connections those whose reconnection makes a check due */
  constructor(options: CopyCheckOptions, connections: readonly Redis[], log: Pick<Logger, 'warn'>) {
    this.#options = options;
    this.#log = log;
    for (const connection of connections) {
      connection.on('ready', () => {
        this.#hasReconnected = true;
      });
    }
  }

  /** Checks when there was a reconnection since the last call. @throws as `run` */
  async runIfDue(signal: AbortSignal): Promise<void> {
    while (this.#hasReconnected && !signal.aborted) {
      this.#hasReconnected = false;
      await this.run(signal);
    }
  }

  /** Asks until Redis answers, or the signal aborts. @throws MissingJournal, ConflictingCopies, and what the disk refuses */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await unlessAborted(checkCopies(this.#options), signal, undefined);
        return;
      } catch (error) {
        if (error instanceof MissingJournal || error instanceof ConflictingCopies || isOfDisk(error)) throw error;
        this.#log.warn({ err: error }, 'the journal could not be compared with its copies; trying again');
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

/** An engine that cannot read the copies may not lead: another one may. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
