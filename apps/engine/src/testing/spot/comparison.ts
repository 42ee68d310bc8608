/** Drives the core and the reference with the same entries and demands the same answers, events and balances. */

import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import { type Command, type EngineEvent, EventKind, writeCommand } from '@pelican/shared/engine/spot';
import { EventWriter } from '../../core/kernel/event-writer.ts';
import { checkInvariants } from '../../core/spot/invariants.ts';
import { applyEntry, createShard, type Shard } from '../../core/spot/shard.ts';
import { testingCapacity } from '../../core/spot/state.ts';
import { spotShardId } from '../shard-ids.ts';
import { Auditor } from './reference/auditor.ts';
import { ReferenceShard } from './reference/reference-shard.ts';

export interface JournalEntry {
  bytes: Uint8Array;
  timeMs: number;
}

const writer = new ByteWriter();

export function encodeEntry(sender: number, counter: number, commands: Command[]): Uint8Array {
  startEntry(writer, spotShardId, sender, counter);
  for (const command of commands) writeCommand(writer, command);
  finishEntry(writer, commands.length);
  return writer.copy();
}

/** JSON with the numbers that JSON has no word for. */
function describe(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'number' ? String(part) : part));
}

export class Comparison {
  readonly shard: Shard = createShard(spotShardId, testingCapacity);
  readonly reference = new ReferenceShard();
  readonly auditor = new Auditor();
  readonly journal: JournalEntry[] = [];
  /** The event entry of each journal entry. */
  readonly answers: Uint8Array[] = [];
  private readonly out = new EventWriter(64);
  private counter = 0;

  /** Applies one entry to both. Throws with both sides of the first difference. */
  apply(commands: Command[], timeMs: number): EngineEvent[] {
    const counter = ++this.counter;
    const bytes = encodeEntry(1, counter, commands);
    this.journal.push({ bytes, timeMs });
    applyEntry(this.shard, bytes, timeMs, this.out);
    const answer = this.out.copy();
    this.answers.push(answer);
    const events = this.auditor.read(answer);
    const actual = events.filter((event) => event.kind !== EventKind.balanceChanged);
    const expected = this.reference.applyEntry(1, counter, commands, timeMs);
    this.compareEvents(commands, actual, expected);
    this.compareBalances(commands);
    return events;
  }

  /** The slow promises: the state's own, and the auditor's sums. */
  checkState(): void {
    checkInvariants(this.shard);
    this.auditor.checkConservation();
  }

  private compareEvents(commands: Command[], actual: EngineEvent[], expected: EngineEvent[]): void {
    for (let i = 0; i < Math.max(actual.length, expected.length); i++) {
      const [is, shouldBe] = [actual[i], expected[i]];
      if (sortedFields(is) === sortedFields(shouldBe)) continue;
      throw new Error(
        `event ${i} differs\n core      ${describe(is)}\n reference ${describe(shouldBe)}\n of ${describe(commands)}`,
      );
    }
  }

  /** What the events report must be what the reference holds: so every change is reported. */
  private compareBalances(commands: Command[]): void {
    for (const [key, shouldBe] of this.reference.balances) {
      const is = this.auditor.balances.get(key) ?? { available: 0n, frozen: 0n };
      if (is.available === shouldBe.available && is.frozen === shouldBe.frozen) continue;
      throw new Error(
        `balance of user and asset ${key} differs: core ${is.available} + ${is.frozen}, ` +
          `reference ${shouldBe.available} + ${shouldBe.frozen}, after ${describe(commands)}`,
      );
    }
  }
}

function sortedFields(event: EngineEvent | undefined): string {
  if (!event) return '';
  return Object.entries(event)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join();
}
