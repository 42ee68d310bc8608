/** When markets are to open, in Postgres. The caller has locked the listings. */
import type { OpeningProblem } from '@pelican/shared/contracts/markets';
import type { CatalogMarket } from '../../catalog/index.ts';
import { type OperatorAct, recordAct } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { canonicalJson, openedFigures } from '../../shards/index.ts';
import { findMarketById } from './listings.ts';
import { marketListings } from './market-kind.ts';

interface Opening {
  marketId: number;
  /** Unix seconds. */
  openAt: number;
  problem: OpeningProblem | null;
}

export async function readOpenings(db: Queryable): Promise<Map<number, Opening>> {
  const { rows } = await db.query<Opening>(
    `SELECT market_id AS "marketId", extract(epoch FROM open_at)::float8 AS "openAt", problem FROM market_openings`,
  );
  return new Map(rows.map((row) => [row.marketId, row]));
}

/** Deletes a market's time, on record. @returns whether it had one */
export async function endOpening(
  tx: Transaction,
  act: OperatorAct,
  { id, name }: Pick<CatalogMarket, 'id' | 'name'>,
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM market_openings WHERE market_id = $1', [id]);
  if (rowCount === 0) return false;
  const details = { market: name };
  await recordAct(tx, act, { action: 'market.opening_cancelled', subject: `market:${id}`, details });
  return true;
}

/** The figures by which the market would open now. */
export async function figuresToOpen(tx: Transaction, id: number) {
  const { status } = await findMarketById(tx, id);
  return openedFigures(tx, marketListings, { id, change: { status: 'open' }, statusBefore: status });
}

/** Keeps a market from opening when its figures are not those that two have approved. @returns whether it does */
export async function stopChangedOpening(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ figures: unknown }>(
    'SELECT figures FROM market_openings WHERE market_id = $1 AND problem IS NULL FOR UPDATE',
    [id],
  );
  if (!rows[0] || canonicalJson(await figuresToOpen(tx, id)) === canonicalJson(rows[0].figures)) return false;
  await keepProblem(tx, id, 'figures_changed');
  return true;
}

/** A market with a problem opens only when its time is set again. */
export async function keepProblem(tx: Transaction, id: number, problem: OpeningProblem): Promise<void> {
  await tx.query('UPDATE market_openings SET problem = $2 WHERE market_id = $1', [id, problem]);
}
