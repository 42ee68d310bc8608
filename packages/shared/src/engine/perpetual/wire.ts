import type { ShardWire } from '../shard-wire.ts';
import { type Command, writeCommand } from './commands.ts';
import { type EngineEvent, forEachEvent } from './events.ts';

/** Commands of a perpetual shard as bytes, and its events read from them. */
export const perpetualWire: ShardWire<Command, EngineEvent> = { kind: 'perpetual', writeCommand, forEachEvent };
