/** What settlement's loop needs of a shard: it folds events into batches, and a batch is written in one transaction. */
import { digestAfter, digestOf, positionTimeMs, readEventHeader, type Shard } from '@pelican/shared/engine';
import type { TracedCommand } from '@pelican/tracing';
import type { ClientBase } from 'pg';
import type { Transaction } from '../platform/database/index.ts';
import type { Place } from '../shards/index.ts';
import type { EventEntry } from './event-reader.ts';

/** Events are missing between the cursor and the stream: nothing may be settled until they are there again. */
export class EventGapError extends Error {}

/** The journal or its events do not follow what is settled: they are damaged, or of another history. Nothing may be settled. */
export class OtherHistory extends Error {
  readonly position: string;

  constructor(message: string, position: string) {
    super(message);
    this.position = position;
  }
}

/** A folded batch in the form in which Postgres takes it. */
export interface RenderedBatch {
  from: Place;
  to: Place;
  commands: number;
  trades: number;
  liquidations: number;
  deleveragings: number;
  /** The time of the newest entry. */
  timeMs: number;
  /** Writes everything but the cursor; runs in the transaction that moves it. */
  write(tx: Transaction, shard: Shard): Promise<void>;
}

/** Everything that a run of event entries does to Postgres, folded in memory before one transaction writes it. */
export abstract class ShardBatch {
  readonly from: Place;
  position: string;
  seq: number;
  digest: string | null;
  commands = 0;
  timeMs = 0;
  /** Traced commands of the batch. */
  readonly traced: TracedCommand[] = [];
  /** The time as text for Postgres. */
  protected time = '';
  /** Sequence of the command whose records are being read. */
  protected commandSeq = 0;
  private rendered: RenderedBatch | undefined;

  constructor(from: Place) {
    this.from = from;
    this.position = from.position;
    this.seq = from.seq;
    this.digest = from.digest;
  }

  /** @throws EventGapError when entries are missing before this one, OtherHistory when it does not follow them */
  add(entry: EventEntry): void {
    const header = readEventHeader(entry.bytes);
    const timeMs = positionTimeMs(entry.id);
    if (timeMs !== this.timeMs) {
      this.timeMs = timeMs;
      this.time = new Date(timeMs).toISOString();
    }
    if (header.commandCount > 0) {
      if (header.firstSeq !== this.seq + 1) {
        throw new EventGapError(
          `entry ${entry.id} starts at command ${header.firstSeq}, but ${this.seq} was the last one before it`,
        );
      }
      this.checkDigest(entry);
      this.commandSeq = header.firstSeq;
      this.applyAll(entry.bytes);
      this.seq = header.firstSeq + header.commandCount - 1;
      this.commands += header.commandCount;
    }
    this.position = entry.id;
    for (const command of entry.traced ?? []) this.traced.push(command);
  }

  /** The batch as text for Postgres; nothing can be added after it. */
  render(): RenderedBatch {
    this.rendered ??= this.renderNow();
    return this.rendered;
  }

  protected get to(): Place {
    const { position, seq, digest } = this;
    return { position, seq, digest };
  }

  private checkDigest({ id, bytes }: EventEntry): void {
    const found = digestOf(bytes);
    if (this.digest !== null && digestAfter(this.digest, bytes) !== found)
      throw new OtherHistory(
        `the event entry ${id} does not follow command ${this.seq}, which is settled with digest ${this.digest}: the entry is damaged, or journal and Postgres are of two histories (docs/operations.md, "Redis lost entries")`,
        id,
      );
    this.digest = found;
  }

  /** Folds the records of an entry; counts `commandSeq` up at each `commandDone`. */
  protected abstract applyAll(bytes: Uint8Array): void;
  protected abstract renderNow(): RenderedBatch;
}

/** How one shard is settled; what it keeps lasts from batch to batch. */
export interface ShardSettler {
  /** An empty batch that begins at the place. */
  begin(from: Place): ShardBatch;
  /** True when the entry lists or changes what figures are measured in: `reload` must come before it. */
  changesListings(bytes: Uint8Array): boolean;
  /** Reads the listings again, for this batch from its next entry on and for those after it. */
  reload(batch: ShardBatch): Promise<void>;
}

/** Runs something over a connection of its own: the one that settles may be in the middle of a batch. */
export type WithConnection = <Result>(use: (client: ClientBase) => Promise<Result>) => Promise<Result>;
