/** A shard's state from a snapshot and the journal behind it. */
import { EventWriter } from '../core/kernel/event-writer.ts';
import { LateQuarantine } from '../core/kernel/kernel-commands.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { applyJournalEntry, PoisonedCommand } from './apply-journal-entry.ts';
import type { Quarantine } from './quarantine.ts';
import type { Snapshot } from './snapshot-store.ts';
import { type JournalPlace, wholeJournal } from './whole-journal.ts';

export interface Derivation<State extends ShardState> {
  core: ShardCore<State>;
  place: JournalPlace;
  quarantine: Quarantine;
  /** Where it starts; called again for each attempt. */
  base(): Promise<Snapshot<State>>;
  /** Where it ends; the journal's end when absent. */
  until?: string;
  /** Called after each entry, with its events. An attempt that fails at a quarantined command is followed by another. */
  onEntry?(position: string, shard: State, events: EventWriter): void | Promise<void>;
}

export interface Derived<State extends ShardState> extends Snapshot<State> {
  /** The base's position. */
  from: string;
  /** Commands that the base had applied. */
  fromSeq: number;
  entryCount: number;
}

/**
 * Applies the journal behind the base. Quarantined commands are passed over, wherever in the journal their quarantine is.
 * @throws PoisonedCommand at a command that is not; MissingJournal, UnsupportedRules
 */
export async function deriveShard<State extends ShardState>(options: Derivation<State>): Promise<Derived<State>> {
  const { place, quarantine, until } = options;
  if (until !== undefined) await quarantine.addAfter(place, until);
  for (;;) {
    try {
      return await attempt(options);
    } catch (error) {
      if (error instanceof LateQuarantine) continue;
      if (!(error instanceof PoisonedCommand)) throw error;
      await quarantine.addAfter(place, error.place.position);
      if (!quarantine.has(error.place)) throw error;
    }
  }
}

async function attempt<State extends ShardState>(options: Derivation<State>): Promise<Derived<State>> {
  const { core, place, quarantine, until, onEntry } = options;
  const { shard, position: from } = await options.base();
  const fromSeq = shard.seq;
  const out = new EventWriter(1 << 16);
  let position = from;
  let entryCount = 0;
  for await (const entry of wholeJournal(place, from, until)) {
    applyJournalEntry(core, shard, entry, out, quarantine);
    position = entry.position;
    entryCount++;
    await onEntry?.(position, shard, out);
  }
  return { shard, position, from, fromSeq, entryCount };
}
