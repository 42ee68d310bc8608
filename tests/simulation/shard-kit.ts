/** What a world needs of a kind of shard: how it is run, what its users do, and what must come of it. */
import type { ShardCore } from '@pelican/engine/src/core/kernel/shard-core.ts';
import type { ShardState } from '@pelican/engine/src/core/kernel/shard-state.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import type { Shard, ShardWire } from '@pelican/shared/engine';
import type { AnyCommand, AnyEvent } from './any-shard.ts';
import type { Projection } from './projection.ts';

/** Checks that each event entry makes sense behind those before it. */
export interface EventAuditor {
  /** Takes an entry in and returns its events. @throws Error when they contradict what was seen before */
  read(bytes: Uint8Array): readonly AnyEvent[];
  /** @throws Error unless all money adds up to what was transferred */
  checkConservation(): void;
}

/** What the answer to a call must have led to. */
export interface CallPurpose {
  /** The order placed under a key of the caller's. */
  clientId?: string;
  transferId?: number;
  /** The order to be cancelled. */
  cancelledOrderId?: number;
}

export interface Transfer {
  user: number;
  transferId: number;
  amount: number;
}

interface KitOf<Command, Event, State extends ShardState> {
  shard: Shard;
  /** With little room: a world has few users. */
  core: ShardCore<State>;
  wire: ShardWire<Command, Event>;
  /** Listings, and money for everybody. */
  openingCommands(): Command[];
  /** So much at one price that no command does it at once; for some worlds, once users may begin. */
  crowdCommands?(): Command[];
  /** What a user does next. @param view what the users see */
  nextCommand(random: Random, nextKey: () => number, view: Projection): Command;
  purposeOf(command: Command): CallPurpose;
  /** Money into the shard, or out of it. */
  transferCommand(transfer: Transfer, isOut: boolean): Command;
  createProjection(): Projection;
  createAuditor(): EventAuditor;
  /** Whether users may begin. */
  isTradable(view: Projection): boolean;
  /** In the form of `Projection.stateFacts`. */
  stateFacts(state: State): object;
}

export type ShardKit = KitOf<AnyCommand, AnyEvent, ShardState>;

/** A kit is only ever given the commands, events and states of its own shard. */
export function shardKit<Command extends AnyCommand, Event extends AnyEvent, State extends ShardState>(
  kit: KitOf<Command, Event, State>,
): ShardKit {
  return kit as unknown as ShardKit;
}
