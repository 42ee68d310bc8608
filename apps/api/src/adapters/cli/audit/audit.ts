/**
 * The audit: every check over one snapshot of Postgres. Settlement moves its cursor in the transaction that moves the
 * money, so any snapshot stands at one journal position of each shard, and a live exchange goes on meanwhile.
 */
import type { Shard } from '@pelican/shared/engine/shards.ts';
import { stripZeros } from '@pelican/shared/money/decimal.ts';
import type pg from 'pg';
import type { Place } from '../../../shards/index.ts';
import { readCursor } from '../../../shards/index.ts';
import { assetSums, auditChecks } from './checks.ts';

/** Lines of one check that are told one by one. */
const findingsMax = 20;

export const assetFigures = [
  'main',
  'trade',
  'futures',
  'house',
  'clearing',
  'transit',
  'outside',
  'unexplained',
  'sum',
] as const;
export type AssetSum = { ticker: string } & Record<(typeof assetFigures)[number], string>;

export interface Difference {
  check: string;
  what: string;
  expected: string;
  found: string;
}

export interface Audit {
  /** By the shard's name: the journal position that the figures are true of, and the commands settled up to there. */
  shards: Record<string, Place>;
  assets: AssetSum[];
  differences: Difference[];
  /** Differences there are, told one by one or not. */
  differenceCount: number;
}

/** Examines everything; may take as long as it takes. */
export async function audit(pool: pg.Pool, shards: readonly Shard[]): Promise<Audit> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const places: [name: string, place: Place][] = [];
    for (const shard of shards) places.push([shard.name, await readCursor(client, shard)]);
    const assets = await readAssetSums(client);
    const found = await runChecks(client);
    const unequal = assets
      .filter(({ sum }) => sum !== '0')
      .map(({ ticker, sum }) => ({ check: 'an asset sums to zero', what: ticker, expected: '0', found: sum }));
    return {
      shards: Object.fromEntries(places),
      assets,
      differences: [...unequal, ...found.differences],
      differenceCount: unequal.length + found.count,
    };
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

async function readAssetSums(client: pg.PoolClient): Promise<AssetSum[]> {
  const { rows } = await client.query<AssetSum>(assetSums);
  return rows.map((row) => {
    const figures = assetFigures.map((figure) => [figure, stripZeros(row[figure])]);
    return { ticker: row.ticker, ...(Object.fromEntries(figures) as Record<(typeof assetFigures)[number], string>) };
  });
}

async function runChecks(client: pg.PoolClient): Promise<{ differences: Difference[]; count: number }> {
  const differences: Difference[] = [];
  let count = 0;
  for (const { name, sql, suspicion } of auditChecks) {
    if (suspicion !== undefined && (await client.query(suspicion)).rowCount === 0) continue;
    const { rows } = await client.query<{ what: string; expected: string; found: string; count: string }>(
      `SELECT what, expected::text, found::text, count(*) OVER () AS count FROM (${sql}) AS difference
        ORDER BY what LIMIT ${findingsMax}`,
    );
    count += Number(rows[0]?.count ?? 0);
    for (const { what, expected, found } of rows) {
      differences.push({ check: name, what, expected: stripZeros(expected), found: stripZeros(found) });
    }
  }
  return { differences, count };
}
