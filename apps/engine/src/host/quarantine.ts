/** Commands that engines could not apply and that the operator has therefore taken out of effect. */
import {
  type CommandPlace,
  entryHeaderLength,
  KernelOp,
  quarantineLength,
  readQuarantine,
} from '@pelican/shared/engine';
import { EntryReader } from '../core/kernel/entry-reader.ts';
import type { QuarantinedCommands } from '../core/kernel/shard-core.ts';
import { type JournalPlace, wholeJournal } from './whole-journal.ts';

/** The quarantines that are known of a shard's journal. */
export class Quarantine {
  readonly #reader: EntryReader;
  readonly #indexes = new Map<string, Set<number>>();

  constructor(shardId: number) {
    this.#reader = new EntryReader(shardId);
  }

  has({ position, index }: CommandPlace): boolean {
    return this.#indexes.get(position)?.has(index) ?? false;
  }

  /** What is quarantined of the entry at a position. */
  of(position: string): QuarantinedCommands | undefined {
    const indexes = this.#indexes.get(position);
    return indexes && { position, indexes };
  }

  add({ position, index }: CommandPlace): void {
    const indexes = this.#indexes.get(position);
    if (indexes) indexes.add(index);
    else this.#indexes.set(position, new Set([index]));
  }

  /** Adds what an entry of the journal quarantines. */
  addFrom(bytes: Uint8Array): void {
    const reader = this.#reader;
    if (!reader.load(bytes)) return;
    let at = entryHeaderLength;
    for (let i = 0; i < reader.commandCount; i++) {
      const byteLength = reader.commandLength(at);
      if (byteLength === 0) return;
      if (reader.opAt(at) === KernelOp.quarantine && byteLength === quarantineLength)
        this.add(readQuarantine(reader.view, at));
      at += byteLength;
    }
  }

  /** Adds every quarantine in the journal after a position. @throws MissingJournal */
  async addAfter(place: JournalPlace, position: string): Promise<void> {
    for await (const { bytes } of wholeJournal(place, position)) this.addFrom(bytes);
  }
}
