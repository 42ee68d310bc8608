/** The core of each shard. */
import type { ShardName } from '@pelican/shared/engine/journal.ts';
import type { ShardCore, ShardState } from '../core/shard-core.ts';
import { spotCore } from '../core/spot/spot-core.ts';

const cores: Partial<Record<ShardName, ShardCore<ShardState>>> = { spot: spotCore as ShardCore<ShardState> };

export function coreOf(shard: ShardName): ShardCore<ShardState> {
  const core = cores[shard];
  if (!core) throw new Error(`there is no core of the shard ${shard}`);
  return core;
}
