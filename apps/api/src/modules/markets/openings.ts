/** Markets that open at a time: two operators decide by which figures, the worker opens. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { pairInput } from '../../catalog/index.ts';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { figuresInput, openedFigures } from '../../shards/index.ts';
import { findMarket, lockListings } from './listings.ts';
import { marketListings } from './operator.ts';

const schedulePayload = z.object({
  pair: pairInput,
  /** Unix seconds. */
  openAt: z.number(),
  /** Of a request: those by which it will open. */
  figures: figuresInput,
});
type OpeningScheduled = z.infer<typeof schedulePayload>;

/** A market has one opening; another one takes its place. @throws DomainError unknown_pair, invalid_argument */
export const scheduleOpening: OperatorAction<OpeningScheduled, void> = {
  name: 'listings.schedule_opening',
  permission: 'listings',
  twoPersons: true,
  payload: schedulePayload,
  async bind(tx, { pair, openAt }) {
    await lockListings(tx);
    const { id, status } = await findMarket(tx, pair);
    const figures = await openedFigures(tx, marketListings, { id, change: { status: 'open' }, statusBefore: status });
    return { pair, openAt, figures };
  },
  async run(tx, act, { pair, openAt }) {
    await lockListings(tx);
    const { id, status } = await findMarket(tx, pair);
    if (status === 'open') throw refused('open_at', `${pair} is open`);
    if (openAt * 1000 <= Date.now()) throw refused('open_at', 'This time is over');
    const figures = await openedFigures(tx, marketListings, { id, change: { status: 'open' }, statusBefore: status });
    await tx.query(
      `INSERT INTO market_openings (market_id, open_at, figures, set_by) VALUES ($1, to_timestamp($2), $3, $4)
        ON CONFLICT (market_id) DO UPDATE SET open_at = excluded.open_at, figures = excluded.figures, set_by = excluded.set_by,
          set_at = now(), problem = NULL`,
      [id, openAt, JSON.stringify(figures ?? {}), operatorNameOf(act.actor)],
    );
    const details = { market: pair, openAt, figures };
    await recordAct(tx, act, { action: 'market.opening_scheduled', subject: `market:${id}`, details });
  },
};

/** @throws DomainError unknown_pair, not_found */
export const cancelOpening: OperatorAction<{ pair: string }, void> = {
  name: 'listings.cancel_opening',
  permission: 'listings',
  twoPersons: false,
  payload: z.object({ pair: pairInput }),
  async run(tx, act, { pair }) {
    await lockListings(tx);
    const { id } = await findMarket(tx, pair);
    const { rowCount } = await tx.query('DELETE FROM market_openings WHERE market_id = $1', [id]);
    if (rowCount === 0) throw new DomainError('not_found', { message: `${pair} opens at no time` });
    await recordAct(tx, act, {
      action: 'market.opening_cancelled',
      subject: `market:${id}`,
      details: { market: pair },
    });
  },
};

interface Opening {
  marketId: number;
  /** Unix seconds. */
  openAt: number;
  problem: string | null;
}

export async function readOpenings(db: Queryable): Promise<Map<number, Opening>> {
  const { rows } = await db.query<Opening>(
    `SELECT market_id AS "marketId", extract(epoch FROM open_at)::float8 AS "openAt", problem FROM market_openings`,
  );
  return new Map(rows.map((row) => [row.marketId, row]));
}

function refused(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { message: text, fields: { [field]: [text] } });
}
