/** The batch that is being folded while the one before it is being written: one producer, one consumer. */
import { setImmediate } from 'node:timers/promises';
import type { Place } from '../shards/index.ts';
import type { ShardBatch, ShardSettler } from './batch.ts';
import type { EventEntry } from './event-reader.ts';

export class PendingBatch {
  private batch: ShardBatch;
  private readonly settler: ShardSettler;
  private readonly commandsMax: number;
  private onChange: (() => void)[] = [];
  private failure: unknown;

  constructor(from: Place, settler: ShardSettler, commandsMax: number) {
    this.settler = settler;
    this.commandsMax = commandsMax;
    this.batch = settler.begin(from);
  }

  /** The newest entry folded in. */
  get place(): Place {
    const { position, seq, digest } = this.batch;
    return { position, seq, digest };
  }

  /** Folds entries in; waits while the batch is full and not yet taken. @throws the error given to `fail` */
  async add(entries: EventEntry[]): Promise<void> {
    let turnCommands = 0;
    for (const entry of entries) {
      while (this.batch.commands >= this.commandsMax) {
        if (this.failure) throw this.failure;
        this.batch.render();
        await this.changed();
      }
      if (this.settler.changesListings(entry.bytes)) await this.reloadListings();
      const before = this.batch.commands;
      this.batch.add(entry);
      turnCommands += this.batch.commands - before;
      this.notify();
      // Lets the connection to Postgres have its turns while a long read is being folded.
      if (turnCommands >= turnCommandsMax) {
        turnCommands = 0;
        await setImmediate();
      }
    }
  }

  /** Waits until something is there and takes it. @throws the error given to `fail` */
  async take(): Promise<ShardBatch> {
    while (this.batch.position === this.batch.from.position) {
      if (this.failure) throw this.failure;
      await this.changed();
    }
    const taken = this.batch;
    const { position, seq, digest } = taken;
    this.batch = this.settler.begin({ position, seq, digest });
    this.notify();
    return taken;
  }

  /** Ends `take` with this error once everything folded has been taken, and an `add` that waits for room. */
  fail(error: unknown): void {
    this.failure = error;
    this.notify();
  }

  /** The batch may be taken while the listings are read: then the entry goes into the one after it. */
  private async reloadListings(): Promise<void> {
    let batch: ShardBatch;
    do {
      batch = this.batch;
      await this.settler.reload(batch);
    } while (batch !== this.batch);
  }

  private changed(): Promise<void> {
    return new Promise((resolve) => this.onChange.push(resolve));
  }

  private notify(): void {
    const waiting = this.onChange;
    this.onChange = [];
    for (const resolve of waiting) resolve();
  }
}

const turnCommandsMax = 500;
