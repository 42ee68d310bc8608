/** The perpetual shard as the host sees it. */
import { rules } from '../kernel/rules.ts';
import type { ShardCore } from '../kernel/shard-core.ts';
import { applyEntry } from './apply.ts';
import { checkInvariants } from './invariants.ts';
import { report } from './report.ts';
import { decodeSnapshot, encodeSnapshot, stateHash } from './snapshot.ts';
import { PerpetualShard } from './state.ts';

export const perpetualCore = (shardId: number): ShardCore<PerpetualShard> => ({
  rules,
  create: () => new PerpetualShard(shardId),
  applyEntry,
  checkInvariants,
  encodeSnapshot,
  decodeSnapshot: (bytes) => decodeSnapshot(shardId, bytes),
  stateHash,
  openOrderCount: (shard) => shard.orders.size,
  report,
});
