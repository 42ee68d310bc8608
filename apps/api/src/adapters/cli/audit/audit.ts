/**
 * The audit: every check over one snapshot of Postgres. Settlement moves its cursor in the transaction that moves the
 * money, so any snapshot stands at one journal position of each shard, and a live exchange goes on meanwhile.
 */
import type { Shard } from '@pelican/shared/engine';
import { stripZeros } from '@pelican/shared/money';
import type pg from 'pg';
import type { AuditCheck, DomainAudit } from '../../../ledger/index.ts';
import { inSnapshot, type Queryable } from '../../../platform/database/index.ts';
import type { Place } from '../../../shards/index.ts';
import { readCursor } from '../../../shards/index.ts';
import { domainAudits } from './domain-audits.ts';

/** Differences of one check that are listed. */
const findingsMax = 20;

export interface AssetSum {
  ticker: string;
  /** Whole units, by the name of the figure: 'main', 'trade', 'transit', ... */
  figures: Record<string, string>;
  /** The sum of all figures: zero, because the outside world is below zero. */
  sum: string;
}

export interface Difference {
  check: string;
  what: string;
  expected: string;
  found: string;
}

export interface Audit {
  /** By the shard's name: the journal position that the figures are true of, and the commands settled up to there. */
  shards: Record<string, Place>;
  /** Columns of the sums, those of one domain beside each other. */
  figures: string[];
  assets: AssetSum[];
  differences: Difference[];
  /** How many differences there are, listed above or not. */
  differenceCount: number;
  /** How many checks were made. */
  checks: number;
}

/** Runs the checks of all domains; may take as long as it takes. */
export async function audit(
  pool: pg.Pool,
  shards: readonly Shard[],
  domains: readonly DomainAudit[] = domainAudits,
): Promise<Audit> {
  return inSnapshot(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    const places: [name: string, place: Place][] = [];
    for (const shard of shards) places.push([shard.name, await readCursor(client, shard)]);
    const { figures, assets } = await readAssetSums(client, domains);
    const checks = domains.flatMap((domain) => domain.checks);
    const found = await runChecks(client, checks);
    const unequal = assets
      .filter(({ sum }) => sum !== '0')
      .map(({ ticker, sum }) => ({ check: 'an asset sums to zero', what: ticker, expected: '0', found: sum }));
    return {
      shards: Object.fromEntries(places),
      figures,
      assets,
      differences: [...unequal, ...found.differences],
      differenceCount: unequal.length + found.count,
      checks: checks.length + 1,
    };
  });
}

/** What each asset's holders have, from every domain's holdings: a row an asset, with a zero where there is nothing. */
async function readAssetSums(
  client: Queryable,
  domains: readonly DomainAudit[],
): Promise<Pick<Audit, 'figures' | 'assets'>> {
  const parts = domains.flatMap(({ holdings }, at) =>
    holdings === undefined ? [] : [`SELECT ${at} AS domain, asset_id, figure, amount FROM (${holdings}) AS part${at}`],
  );
  const { rows } = await client.query<SumRow>(
    `SELECT ticker, min(domain) AS domain, figure, coalesce(sum(amount), 0) AS amount, sum(coalesce(sum(amount), 0)) OVER (PARTITION BY assets.id) AS sum
      FROM assets LEFT JOIN (${parts.join(' UNION ALL ')}) AS holdings ON asset_id = assets.id
      GROUP BY assets.id, ticker, position, figure ORDER BY position, assets.id`,
  );
  const figures = figureNames(rows);
  const assets = new Map<string, AssetSum>();
  for (const { ticker, figure, amount, sum } of rows) {
    const asset = assets.get(ticker) ?? { ticker, figures: zeros(figures), sum: stripZeros(sum) };
    if (figure !== null) asset.figures[figure] = stripZeros(amount);
    assets.set(ticker, asset);
  }
  return { figures, assets: [...assets.values()] };
}

interface SumRow {
  ticker: string;
  /** Place of the domain whose holdings these are; null, as the figure, for an asset of which nobody has anything. */
  domain: number | null;
  figure: string | null;
  amount: string;
  sum: string;
}

/** In the order of the domains, those of one by name. */
function figureNames(rows: readonly SumRow[]): string[] {
  const domains = new Map<string, number>();
  for (const { figure, domain } of rows)
    if (figure !== null) domains.set(figure, Math.min(domain ?? 0, domains.get(figure) ?? Number.POSITIVE_INFINITY));
  const order = ([nameA, a]: [string, number], [nameB, b]: [string, number]) => a - b || (nameA < nameB ? -1 : 1);
  return [...domains].sort(order).map(([name]) => name);
}

function zeros(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '0']));
}

async function runChecks(
  client: Queryable,
  checks: readonly AuditCheck[],
): Promise<{ differences: Difference[]; count: number }> {
  const differences: Difference[] = [];
  let count = 0;
  for (const { name, sql, suspicion } of checks) {
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
