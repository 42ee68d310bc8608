import type { ShardWire } from '../shard-wire.ts';
import { type Command, writeCommand } from './commands.ts';
import { type EngineEvent, forEachEvent } from './events.ts';

export const spotWire: ShardWire<Command, EngineEvent> = { kind: 'spot', writeCommand, forEachEvent };
