import type { ShardWire } from '../shard-wire.ts';
import { type Command, writeCommand } from './commands.ts';
import { type EngineEvent, forEachEvent } from './events.ts';

export const perpetualWire: ShardWire<Command, EngineEvent> = { kind: 'perpetual', writeCommand, forEachEvent };
