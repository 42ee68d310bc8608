/** The settler of each shard. */
import type { ShardName } from '@pelican/shared/engine/journal.ts';
import type { ClientBase } from 'pg';
import type { ShardSettler, WithConnection } from './batch.ts';
import { openPerpetualSettler } from './perpetual/perpetual-settler.ts';
import { openSpotSettler } from './spot/spot-settler.ts';

export const openSettler: Record<
  ShardName,
  (client: ClientBase, withConnection: WithConnection) => Promise<ShardSettler>
> = { spot: openSpotSettler, perpetual: openPerpetualSettler };
