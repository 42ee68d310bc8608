/** The core of each shard. */
import type { ShardName } from '@pelican/shared/engine/journal.ts';
import type { ShardCore, ShardState } from '../core/kernel/shard-core.ts';
import { perpetualCore } from '../core/perpetual/perpetual-core.ts';
import { spotCore } from '../core/spot/spot-core.ts';

const cores: Record<ShardName, ShardCore<ShardState>> = {
  spot: spotCore as ShardCore<ShardState>,
  perpetual: perpetualCore as ShardCore<ShardState>,
};

export function coreOf(shard: ShardName): ShardCore<ShardState> {
  return cores[shard];
}
