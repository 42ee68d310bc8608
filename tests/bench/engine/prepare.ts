/** Turns a stream into journal entries, once and before any timing. */
import { stateHash } from '@pelican/engine/src/core/spot/snapshot.ts';
import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import { type Command, writeCommand } from '@pelican/shared/engine/spot';
import { spotShard } from '../../support/shards.ts';
import { type BenchWorld, CoreUnderBench, type Trades } from './core-under-bench.ts';
import { Phase, type RecordStream } from './records.ts';

/** Journal entries one after the other in one block of memory, as little for the collector to look at as possible. */
export class EntryBlock {
  readonly bytes: Uint8Array;
  private readonly starts: Float64Array;
  private readonly timed: Uint8Array;
  count = 0;
  private length = 0;

  constructor(byteCount: number, countMax: number) {
    this.bytes = new Uint8Array(byteCount);
    this.starts = new Float64Array(countMax + 1);
    this.timed = new Uint8Array(countMax);
  }

  add(entry: Uint8Array, isTimed: boolean): void {
    this.bytes.set(entry, this.length);
    this.timed[this.count] = isTimed ? 1 : 0;
    this.length += entry.length;
    this.starts[++this.count] = this.length;
  }

  entry(index: number): Uint8Array {
    return this.bytes.subarray(this.starts[index], this.starts[index + 1]);
  }

  isTimed(index: number): boolean {
    return this.timed[index] === 1;
  }
}

export interface PreparedStream {
  world: BenchWorld;
  timedCount: number;
  /** Entries of many commands, as a loaded sender packs them. */
  packed: EntryBlock;
  /** Entries of one command each. */
  single: EntryBlock;
  trades: Trades;
  live: number;
  /**
   * The core that made the stream. It stays alive: with the last core of a process, the collector drops the code that
   * was compiled for cores, and the next pass would be timed on code that is being compiled again.
   */
  core: CoreUnderBench;
  /** What the state must be after every pass. */
  stateHash: string;
}

/** The sender of the bench's entries; the setup has another. */
const sender = 2;
const headerLength = 16;
/** A placeOrder with its client id. */
const commandLengthMax = 80;

/** One pass through a core gives every command the ids that the engine gives its orders. */
export function prepareStream(stream: RecordStream, world: BenchWorld, commandsPerEntry: number): PreparedStream {
  const core = new CoreUnderBench(world);
  const commandBytes = stream.count * commandLengthMax;
  const packed = new EntryBlock(commandBytes + stream.count * headerLength, stream.count);
  const single = new EntryBlock(commandBytes + stream.count * headerLength, stream.count);
  let waiting: Command[] = [];
  let isTimed = false;
  const flush = () => {
    if (waiting.length > 0) packed.add(encode(waiting, packed.count + 1), isTimed);
    waiting = [];
  };
  for (let i = 0; i < stream.count; i++) {
    const record = stream.read(i);
    const command = core.applyRecord(record);
    if ((record.phase === Phase.timed) !== isTimed || waiting.length === commandsPerEntry) flush();
    isTimed = record.phase === Phase.timed;
    waiting.push(command);
    single.add(encode([command], i + 1), isTimed);
  }
  flush();
  const { trades, live } = core;
  return { world, timedCount: stream.timedCount(), packed, single, trades, live, core, stateHash: endState(core) };
}

/** The state without what differs by how commands are packed: the counters of senders and the digest of events. */
export function endState(core: CoreUnderBench): string {
  core.shard.senders.clear();
  core.shard.digest.fill(0);
  return stateHash(core.shard);
}

const writer = new ByteWriter(1 << 16);

/** The bytes are only good until the next call. */
export function encode(commands: Command[], counter: number): Uint8Array {
  startEntry(writer, spotShard.id, sender, counter);
  for (const command of commands) writeCommand(writer, command);
  finishEntry(writer, commands.length);
  return writer.bytes.subarray(0, writer.length);
}
