/** Snapshots taken in the middle of a test: what is restored from one goes on as the shard itself does. */
import { expect } from 'vitest';
import { EventWriter } from '../../core/kernel/event-writer.ts';
import { perpetualCore } from '../../core/perpetual/perpetual-core.ts';
import type { PerpetualShard } from '../../core/perpetual/state.ts';
import { perpetualShardId } from '../shard-ids.ts';
import type { Crowd } from './crowd.ts';

const core = perpetualCore(perpetualShardId);

export function restoredFrom(shard: PerpetualShard): PerpetualShard {
  return core.decodeSnapshot(core.encodeSnapshot(shard));
}

/** A command applied to the shard, and to one restored from a snapshot just before, leaves both in the same state. */
export function compareWithRestored(crowd: Crowd, command: () => void): void {
  const restored = restoredFrom(crowd.shard);
  const from = crowd.run.journal.length;
  command();
  expectSameAfter(crowd, restored, from);
}

/** The journal's entries from `from` on give the same events and leave the same state. */
export function expectSameAfter(crowd: Crowd, restored: PerpetualShard, from: number): void {
  const out = new EventWriter();
  for (let at = from; at < crowd.run.journal.length; at++) {
    const { bytes, timeMs } = crowd.run.journal[at] as { bytes: Uint8Array; timeMs: number };
    core.applyEntry(restored, bytes, timeMs, out);
    expect(Buffer.compare(out.copy(), crowd.run.answers[at] as Uint8Array), `entry ${at}`).toBe(0);
  }
  expect(core.stateHash(restored)).toBe(core.stateHash(crowd.shard));
}
