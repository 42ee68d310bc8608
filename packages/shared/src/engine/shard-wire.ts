/** How the commands and events of a kind of shard are written and read. */
import type { ByteWriter } from './layout.ts';
import type { ShardKind } from './shards.ts';

export interface ShardWire<Command, Event> {
  kind: ShardKind;
  /** Appends one command to a started entry. */
  writeCommand(writer: ByteWriter, command: Command): void;
  /** Calls `handle` with each record of an event entry, in order. */
  forEachEvent(bytes: Uint8Array, handle: (event: Event) => void): void;
}
