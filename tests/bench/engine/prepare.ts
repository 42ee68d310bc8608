/** Turns a stream into journal entries, once and before any timing. */
import { stateHash } from '@pelican/engine/src/core/snapshot.ts';
import { type Command, finishEntry, startEntry, writeCommand } from '@pelican/shared/engine/commands.ts';
import { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { type BenchWorld, CoreUnderBench, type Trades } from './core-under-bench.ts';
import { Phase, type RecordStream } from './records.ts';

export interface PreparedEntry {
  bytes: Uint8Array;
  isTimed: boolean;
  commandCount: number;
}

export interface PreparedStream {
  world: BenchWorld;
  /** Entries of many commands, as a loaded sender packs them. */
  packed: PreparedEntry[];
  /** Entries of one command each. */
  single: PreparedEntry[];
  trades: Trades;
  live: number;
  /** What the state must be after every pass. */
  stateHash: string;
}

/** The sender of the bench's entries; the setup has another. */
const sender = 2;

/** One pass through a core gives every command the ids that the engine gives its orders. */
export function prepareStream(stream: RecordStream, world: BenchWorld, commandsPerEntry: number): PreparedStream {
  const core = new CoreUnderBench(world);
  const packed: PreparedEntry[] = [];
  const single: PreparedEntry[] = [];
  let waiting: Command[] = [];
  let isTimed = false;
  const flush = () => {
    if (waiting.length > 0) packed.push(encode(waiting, packed.length + 1, isTimed));
    waiting = [];
  };
  for (let i = 0; i < stream.count; i++) {
    const record = stream.read(i);
    const command = core.applyRecord(record);
    if ((record.phase === Phase.timed) !== isTimed || waiting.length === commandsPerEntry) flush();
    isTimed = record.phase === Phase.timed;
    waiting.push(command);
    single.push(encode([command], i + 1, isTimed));
  }
  flush();
  return { world, packed, single, trades: core.trades, live: core.live, stateHash: ordersAndBalances(core) };
}

/** The state without the counters of senders, which differ by how commands are packed. */
export function ordersAndBalances(core: CoreUnderBench): string {
  core.shard.senders.clear();
  return stateHash(core.shard);
}

const writer = new ByteWriter(1 << 16);

function encode(commands: Command[], counter: number, isTimed: boolean): PreparedEntry {
  startEntry(writer, sender, counter);
  for (const command of commands) writeCommand(writer, command);
  finishEntry(writer, commands.length);
  return { bytes: writer.copy(), isTimed, commandCount: commands.length };
}
