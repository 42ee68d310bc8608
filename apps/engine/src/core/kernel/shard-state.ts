/**
 * What the state of every shard has, whatever it trades: its place in the journal, the senders' counters, the keys of
 * transfers and orders, and the scratch of the entry at work. A core's state extends it.
 */
import { digestText } from '@pelican/shared/engine';
import { ClientKeys, type MadeKind, type Openness } from './client-keys.ts';
import { EntryReader } from './entry-reader.ts';
import { EventWriter } from './event-writer.ts';
import { Reply } from './reply.ts';
import { firstRulesVersion } from './rules.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';
import { TransferKeys } from './transfer-keys.ts';

export abstract class ShardState implements Openness {
  readonly shardId: number;
  /** The last counter of each sender. */
  readonly senders = new Map<number, number>();
  readonly transferKeys = new TransferKeys();
  readonly clientKeys = new ClientKeys(this);
  /** The digest of the newest event entry. */
  readonly digest = new Int32Array(2);
  rulesVersion = firstRulesVersion;
  /** Commands that were quarantined when their turn came, by `placeText`. */
  readonly quarantined = new Set<string>();

  readonly input: EntryReader;
  /** The event entry being written. */
  events = new EventWriter(0);
  readonly reply = new Reply();
  /** The command at work: its index in the entry. */
  commandIndex = 0;
  /** Typed memory, because a double in an object may be boxed. */
  readonly #clock = new Float64Array(2);

  constructor(shardId: number) {
    this.shardId = shardId;
    this.input = new EntryReader(shardId);
  }

  abstract isOpen(id: number, kind: MadeKind): boolean;

  /** How many commands have been applied. */
  get seq(): number {
    return this.#clock[0] as number;
  }

  set seq(seq: number) {
    this.#clock[0] = seq;
  }

  get digestText(): string {
    return digestText(new Uint8Array(this.digest.buffer), 0);
  }

  /** The journal's clock, milliseconds. */
  get timeMs(): number {
    return this.#clock[1] as number;
  }

  set timeMs(timeMs: number) {
    this.#clock[1] = timeMs;
  }
}

export function encodeShardState(writer: SnapshotWriter, state: ShardState): void {
  writer.number(state.shardId);
  writer.number(state.seq);
  writer.number(state.timeMs);
  writer.list(
    [...state.senders].sort((a, b) => a[0] - b[0]),
    ([sender, counter]) => {
      writer.number(sender);
      writer.number(counter);
    },
  );
  for (const half of state.digest) writer.number(half);
  writer.number(state.rulesVersion);
  writer.list([...state.quarantined].sort(), (place) => writer.text(place));
  state.transferKeys.encode(writer);
  state.clientKeys.encode(writer);
}

/** Reads into a new state. @throws Error when the snapshot is of another shard */
export function decodeShardState(reader: SnapshotReader, state: ShardState): void {
  const shardId = reader.number();
  if (shardId !== state.shardId) throw new Error(`a snapshot of shard ${shardId}, not of ${state.shardId}`);
  state.seq = reader.number();
  state.timeMs = reader.number();
  reader.list(() => state.senders.set(reader.number(), reader.number()));
  for (const half of [0, 1]) state.digest[half] = reader.number();
  state.rulesVersion = reader.number();
  reader.list(() => state.quarantined.add(reader.text()));
  state.transferKeys.decode(reader);
  state.clientKeys.decode(reader);
}
