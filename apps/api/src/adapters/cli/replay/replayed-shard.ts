/** A shard as `replay` compares it: read from Postgres, and from what its engine reports of a replay. */
import type { Shard, ShardKind, ShardOf } from '@pelican/shared/engine';
import type pg from 'pg';
import { inSnapshot, type Queryable } from '../../../platform/database/index.ts';
import type { Place } from '../../../shards/index.ts';
import { readCursor } from '../../../shards/index.ts';
import type { ComparedRows } from './compared-rows.ts';
import { readPerpetualRows, reportedPerpetualRows } from './perpetual-rows.ts';
import { readSpotRows, reportedSpotRows } from './spot-rows.ts';

interface ReplayedShard<Kind extends ShardKind> {
  read(client: Queryable, shard: ShardOf<Kind>): Promise<ComparedRows[]>;
  /** @throws ZodError when the engine's report has another shape */
  reported(report: unknown): ComparedRows[];
}

const kinds: { [Kind in ShardKind]: ReplayedShard<Kind> } = {
  spot: { read: readSpotRows, reported: reportedSpotRows },
  perpetual: { read: readPerpetualRows, reported: reportedPerpetualRows },
};

export interface SettledRows extends Place {
  tables: ComparedRows[];
}

/** Reads everything at one journal position of the shard. */
export async function readSettledRows(pool: pg.Pool, shard: Shard): Promise<SettledRows> {
  return inSnapshot(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    return { ...(await readCursor(client, shard)), tables: await readShardRows(client, shard) };
  });
}

/** The rows of a shard in the caller's transaction. */
export function readShardRows(client: Queryable, shard: Shard): Promise<ComparedRows[]> {
  return shard.kind === 'spot' ? kinds.spot.read(client, shard) : kinds.perpetual.read(client, shard);
}

/** The same rows out of the engine's report. */
export function reportedRows(shard: Shard, report: unknown): ComparedRows[] {
  return kinds[shard.kind].reported(report);
}
