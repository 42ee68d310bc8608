/** What the host knows of a shard: a deterministic state machine from journal entries to event entries. */
import type { EventWriter } from './event-writer.ts';
import type { RulesRange } from './rules.ts';
import type { ShardState } from './shard-state.ts';

/** Commands of one entry that are quarantined. */
export interface QuarantinedCommands {
  position: string;
  indexes: ReadonlySet<number>;
}

export interface Room {
  /** Starts with little room, for shards of a few users. */
  small?: boolean;
}

export interface ShardCore<State extends ShardState> {
  readonly rules: RulesRange;
  /** A shard without listings or money. */
  create(options?: Room): State;
  /**
   * Applies one entry of the journal, but for commands that are quarantined, and writes the answering event entry into
   * `out`, whose content is replaced. After an exception the state is of no more use; its `commandIndex` says where.
   */
  applyEntry(
    state: State,
    bytes: Uint8Array,
    timeMs: number,
    out: EventWriter,
    quarantined?: QuarantinedCommands,
  ): void;
  /** @throws Error naming the first promise of the core that the state breaks */
  checkInvariants(state: State): void;
  /** Equal states give equal bytes. */
  encodeSnapshot(state: State): Uint8Array;
  /** @throws Error when the bytes are damaged, of another version or of another shard */
  decodeSnapshot(bytes: Uint8Array, options?: Room): State;
  /** A short name of the state: equal states have equal names. */
  stateHash(state: State): string;
  openOrderCount(state: State): number;
  /** What Postgres must hold of this state, as JSON: `npm run ops -- replay` compares the two. */
  report(state: State): object;
}
