/** The settler of each kind of shard. */
import type { ShardKind } from '@pelican/shared/engine';
import type { ClientBase } from 'pg';
import type { ShardSettler, WithConnection } from './batch.ts';
import { openPerpetualSettler } from './perpetual/perpetual-settler.ts';
import { openSpotSettler } from './spot/spot-settler.ts';

type OpenSettler = (client: ClientBase, withConnection: WithConnection) => Promise<ShardSettler>;

export const openSettler: Record<ShardKind, OpenSettler> = {
  spot: openSpotSettler,
  perpetual: openPerpetualSettler,
};
