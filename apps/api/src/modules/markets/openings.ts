/** Markets that open at a time: two operators decide by which figures, the worker opens. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { pairInput } from '../../catalog/index.ts';
import { demandFiguresAsRead, type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { figuresInput } from '../../shards/index.ts';
import { findMarket, lockListings } from './listings.ts';
import { endOpening, figuresToOpen, readOpenings } from './opening-rows.ts';

/** Who would open it later lists it later. */
const waitMsMax = 90 * 24 * 3_600_000;

const schedulePayload = z.object({
  pair: pairInput,
  /** Unix seconds. */
  openAt: z.number(),
  /** When it was to open, as the operator has read it, and of a request; null: at no time. */
  before: z.number().nullable().optional(),
  /** Of a request: the same time, as the one who approves reads it. */
  opensAt: z.iso.datetime().optional(),
  /** Of a request: those by which it will open. */
  figures: figuresInput,
});
type OpeningScheduled = z.infer<typeof schedulePayload>;

/** A market has one opening; another one takes its place. @throws DomainError unknown_pair, figures_changed, invalid_argument */
export const scheduleOpening: OperatorAction<OpeningScheduled, void> = {
  name: 'listings.schedule_opening',
  permission: 'listings',
  twoPersons: true,
  payload: schedulePayload,
  async bind(tx, { pair, openAt }) {
    await lockListings(tx);
    const { id } = await findMarket(tx, pair);
    const opensAt = new Date(openAt * 1000).toISOString();
    return { pair, openAt, before: await openingOf(tx, id), opensAt, figures: await figuresToOpen(tx, id) };
  },
  async run(tx, act, { pair, openAt, before }) {
    await lockListings(tx);
    const { id, status } = await findMarket(tx, pair);
    demandFiguresAsRead({ before }, { before: await openingOf(tx, id) });
    if (status === 'open') throw refused('open_at', `${pair} is open`);
    const wait = openAt * 1000 - Date.now();
    if (wait <= 0) throw refused('open_at', 'This time is over');
    if (wait > waitMsMax) throw refused('open_at', 'It is more than 90 days away');
    const figures = await figuresToOpen(tx, id);
    const setBy = operatorNameOf(act.actor);
    const approvedBy = act.checker === undefined ? null : operatorNameOf(act.checker);
    await tx.query(
      `INSERT INTO market_openings (market_id, open_at, figures, set_by, approved_by) VALUES ($1, to_timestamp($2), $3, $4, $5)
        ON CONFLICT (market_id) DO UPDATE SET open_at = excluded.open_at, figures = excluded.figures, set_by = excluded.set_by,
          approved_by = excluded.approved_by, set_at = now(), sent_at = NULL, problem = NULL`,
      [id, openAt, JSON.stringify(figures ?? {}), setBy, approvedBy],
    );
    const details = { market: pair, openAt, figures, approvedBy };
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
    const isEnded = await endOpening(tx, act, await findMarket(tx, pair));
    if (!isEnded) throw new DomainError('not_found', { message: `${pair} has no scheduled opening` });
  },
};

/** Unix seconds; null: it is to open at no time. The caller has locked the listings. */
async function openingOf(tx: Transaction, id: number): Promise<number | null> {
  return (await readOpenings(tx)).get(id)?.openAt ?? null;
}

function refused(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { message: text, fields: { [field]: [text] } });
}
