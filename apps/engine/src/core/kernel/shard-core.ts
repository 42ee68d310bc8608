/** What the host knows of a shard: a deterministic state machine from journal entries to event entries. */
import type { EventWriter } from './event-writer.ts';
import type { ShardState } from './shard-state.ts';

export interface ShardCore<State extends ShardState> {
  /** A shard without listings or money. `small` starts with little room. */
  create(options?: { small?: boolean }): State;
  /** Applies one entry of the journal and writes the answering event entry into `out`, whose content is replaced. */
  applyEntry(state: State, bytes: Uint8Array, timeMs: number, out: EventWriter): void;
  /** @throws Error naming the first promise of the core that the state breaks */
  checkInvariants(state: State): void;
  /** Equal states give equal bytes. */
  encodeSnapshot(state: State): Uint8Array;
  /** @throws Error when the bytes are damaged, of another version or of another shard */
  decodeSnapshot(bytes: Uint8Array): State;
  /** A short name of the state: equal states have equal names. */
  stateHash(state: State): string;
  openOrderCount(state: State): number;
  /** What Postgres must hold of this state, as JSON: `npm run ops -- replay` compares the two. */
  report(state: State): object;
}
