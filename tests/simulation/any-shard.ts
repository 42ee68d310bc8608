/** Commands and events of whichever shard. */
import type { Command as PerpetualCommand, EngineEvent as PerpetualEvent } from '@pelican/shared/engine/perpetual';
import type { Command as SpotCommand, EngineEvent as SpotEvent } from '@pelican/shared/engine/spot';

export type AnyCommand = SpotCommand | PerpetualCommand;
export type AnyEvent = SpotEvent | PerpetualEvent;
