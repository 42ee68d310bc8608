/** The core of each shard. */
import { type ShardName, shardCodes } from '@pelican/shared/engine/journal.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { perpetualCore } from '../core/perpetual/perpetual-core.ts';
import { spotCore } from '../core/spot/spot-core.ts';

const cores: Record<ShardName, (shardId: number) => ShardCore<ShardState>> = {
  spot: (shardId) => spotCore(shardId) as ShardCore<ShardState>,
  perpetual: (shardId) => perpetualCore(shardId) as ShardCore<ShardState>,
};

export function coreOf(shard: ShardName): ShardCore<ShardState> {
  return cores[shard](shardCodes[shard]);
}
