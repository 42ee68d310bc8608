/** How one shard's commands and events are written and read: what writers of journals and readers of events need. */
import type { ShardName } from './journal.ts';
import type { ByteWriter } from './layout.ts';

export interface ShardWire<Command, Event> {
  shard: ShardName;
  /** Appends one command to a started entry. */
  writeCommand(writer: ByteWriter, command: Command): void;
  /** Calls `handle` with each record of an event entry, in order. */
  forEachEvent(bytes: Uint8Array, handle: (event: Event) => void): void;
}
