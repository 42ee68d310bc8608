/** The batch that is being folded while the one before it is being written: one producer, one consumer. */
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../modules/markets/catalog.ts';
import type { EventEntry } from './event-reader.ts';
import type { Place } from './fold/batch.ts';
import { changesListings, SettlementBatch } from './fold/batch.ts';
import type { LastPrices } from './fold/candle-fold.ts';

export class PendingBatch {
  private batch: SettlementBatch;
  private readonly reload: () => Promise<Catalog>;
  private catalog: Catalog;
  private readonly lastPrices: LastPrices;
  private readonly commandsMax: number;
  private onChange: (() => void)[] = [];
  private failure: unknown;

  constructor(
    from: Place,
    state: { catalog: Catalog; reload: () => Promise<Catalog>; lastPrices: LastPrices },
    commandsMax: number,
  ) {
    this.reload = state.reload;
    this.catalog = state.catalog;
    this.lastPrices = state.lastPrices;
    this.commandsMax = commandsMax;
    this.batch = new SettlementBatch(from, this.catalog, this.lastPrices);
  }

  /** The id of the newest entry folded in. */
  get position(): string {
    return this.batch.position;
  }

  /** Folds entries in; waits while the batch is full and not yet taken. @throws what `fail` was told */
  async add(entries: EventEntry[]): Promise<void> {
    let turnCommands = 0;
    for (const entry of entries) {
      while (this.batch.commands >= this.commandsMax) {
        if (this.failure) throw this.failure;
        this.batch.render();
        await this.changed();
      }
      if (changesListings(entry.bytes)) await this.reloadCatalog();
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

  /** Waits until something is there and takes it. @throws what `fail` was told */
  async take(): Promise<SettlementBatch> {
    while (this.batch.position === this.batch.from.position) {
      if (this.failure) throw this.failure;
      await this.changed();
    }
    const taken = this.batch;
    this.batch = new SettlementBatch({ position: taken.position, seq: taken.seq }, this.catalog, this.lastPrices);
    this.notify();
    return taken;
  }

  /** Ends `take` with this error once everything folded has been taken, and an `add` that waits for room. */
  fail(error: unknown): void {
    this.failure = error;
    this.notify();
  }

  private async reloadCatalog(): Promise<void> {
    this.catalog = await this.reload();
    this.batch.changeCatalog(this.catalog);
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
