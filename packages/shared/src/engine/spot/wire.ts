import type { ShardWire } from '../shard-wire.ts';
import { type Command, writeCommand } from './commands.ts';
import { type EngineEvent, forEachEvent } from './events.ts';

/** Commands of a spot shard as bytes, and its events read from them. */
export const spotWire: ShardWire<Command, EngineEvent> = { kind: 'spot', writeCommand, forEachEvent };
