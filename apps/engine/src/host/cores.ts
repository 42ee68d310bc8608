/** The core of each kind of shard. */
import type { Shard, ShardKind } from '@pelican/shared/engine';
import { placementSeed } from '../core/kernel/placement-seed.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { perpetualCore } from '../core/perpetual/perpetual-core.ts';
import { spotCore } from '../core/spot/spot-core.ts';

// Before the first shard: a thread that has cores has loaded this module.
crypto.getRandomValues(placementSeed);

const cores: Record<ShardKind, (shardId: number) => ShardCore<ShardState>> = {
  spot: (shardId) => spotCore(shardId) as ShardCore<ShardState>,
  perpetual: (shardId) => perpetualCore(shardId) as ShardCore<ShardState>,
};

export function coreOf({ kind, id }: Shard): ShardCore<ShardState> {
  return cores[kind](id);
}
