/** Opens the markets whose time has come, by the figures that two operators have approved and by no others. */
import { DomainError } from '@pelican/shared/contracts';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { type ChangeDelivery, canonicalJson, changeListing, deliverChange, openedFigures } from '../../shards/index.ts';
import { findMarketById, lockListings } from './listings.ts';
import { marketListings } from './operator.ts';

interface OpeningDeps extends Pick<ChangeDelivery, 'pool' | 'deliver' | 'warn'> {
  /** Markets of which `warn` has heard; this adds and removes some. One that waits for its engine is tried each second. */
  waiting: Set<number>;
}

const change = { status: 'open' };

interface Opened {
  id: number;
  statusBefore: string;
  subjects: string[];
}

/** @returns the ids of those that were opened */
export async function openDue(deps: OpeningDeps): Promise<number[]> {
  const opened: number[] = [];
  const { rows } = await deps.pool.query<{ id: number }>(
    'SELECT market_id AS id FROM market_openings WHERE open_at <= now() AND problem IS NULL ORDER BY open_at, market_id',
  );
  for (const { id } of rows) {
    const done = await tryToOpen(deps, id);
    if (!done) continue;
    deps.waiting.delete(id);
    opened.push(id);
    await deliverChange(deps, marketListings, { ...done, change });
  }
  return opened;
}

/** One that the engine has to answer for first is tried again by the next run. */
async function tryToOpen(deps: OpeningDeps, id: number): Promise<Opened | undefined> {
  try {
    return await inTransaction(deps.pool, (tx) => openMarket(tx, id));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!deps.waiting.has(id)) deps.warn(`market:${id} cannot open at its time yet: ${error.message}`);
    deps.waiting.add(id);
    return undefined;
  }
}

async function openMarket(tx: Transaction, id: number): Promise<Opened | undefined> {
  await lockListings(tx);
  const { rows } = await tx.query<{ figures: unknown; setBy: string }>(
    `SELECT figures, set_by AS "setBy" FROM market_openings
      WHERE market_id = $1 AND open_at <= now() AND problem IS NULL FOR UPDATE`,
    [id],
  );
  const [opening] = rows;
  if (!opening) return undefined;
  const { name, status } = await findMarketById(tx, id);
  const figures = await openedFigures(tx, marketListings, { id, change, statusBefore: status });
  if (canonicalJson(figures) !== canonicalJson(opening.figures)) {
    await tx.query('UPDATE market_openings SET problem = $2 WHERE market_id = $1', [
      id,
      'Its figures are not those that were approved any more',
    ]);
    return undefined;
  }
  const act = { actor: `ops:${opening.setBy}`, reason: 'its time has come' };
  const subjects = await changeListing(tx, marketListings, { act, id, change });
  await tx.query('DELETE FROM market_openings WHERE market_id = $1', [id]);
  const details = { market: name, change, setBy: opening.setBy };
  await recordAudit(tx, { actor: 'system', action: 'market.opened', subject: `market:${id}`, details });
  return { id, statusBefore: status, subjects };
}
