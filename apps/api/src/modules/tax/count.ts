/**
 * Counts a user's tax records incrementally: events from the cursor to the settled horizon become lots, disposals, records and sums in one
 * transaction with the cursor. The user's cursor row is locked first, so two counts take turns and the second finds nothing left.
 */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type BookLot, type BookState, pricesOf, TaxBook } from './book.ts';
import { type EntryEvent, findEvents, settledHorizon, type TaxEvent } from './events.ts';
import { findPrices, unitsOf } from './prices.ts';
import { readRules, ruleAt } from './rules.ts';
import { writeBook } from './write-book.ts';

export interface CountOptions {
  /** Deletes what is counted and counts from the beginning, all in one transaction: nobody sees the half of it. */
  fromBeginning?: boolean;
  /** Ends the count between two windows. */
  signal?: AbortSignal;
  /** Events of a window. */
  windowSize?: number;
}

/** @returns how many events were counted */
export async function countUser(pool: pg.Pool, userId: number, options: CountOptions = {}): Promise<number> {
  const { fromBeginning = false, signal, windowSize = 5_000 } = options;
  if (fromBeginning)
    return inTransaction(pool, async (tx) => {
      await forget(tx, userId);
      let counted = 0;
      for (let last: Window; ; ) {
        signal?.throwIfAborted();
        last = await countWindow(tx, userId, windowSize);
        counted += last.counted;
        if (last.isLast) return counted;
      }
    });
  let counted = 0;
  for (let last: Window; ; ) {
    signal?.throwIfAborted();
    last = await inTransaction(pool, (tx) => countWindow(tx, userId, windowSize));
    counted += last.counted;
    if (last.isLast) return counted;
  }
}

interface Window {
  counted: number;
  isLast: boolean;
}

interface Cursor {
  until: string;
  lots: number;
  disposals: number;
  records: number;
}

async function lockCursor(tx: Transaction, userId: number): Promise<Cursor> {
  await tx.query('INSERT INTO tax_cursors (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  const { rows } = await tx.query<Cursor>(
    `SELECT counted_until::text AS until, lots, disposals, records FROM tax_cursors WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  return rows[0] as Cursor;
}

async function forget(tx: Transaction, userId: number): Promise<void> {
  await lockCursor(tx, userId);
  for (const table of ['tax_disposal_lots', 'tax_disposals', 'tax_lots', 'tax_records', 'tax_sums'])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await tx.query(
    `UPDATE tax_cursors SET counted_until = DEFAULT, lots = DEFAULT, disposals = DEFAULT, records = DEFAULT WHERE user_id = $1`,
    [userId],
  );
}

async function countWindow(tx: Transaction, userId: number, size: number): Promise<Window> {
  const cursor = await lockCursor(tx, userId);
  const horizon = await settledHorizon(tx);
  const { events, until } = await eventsOf(tx, { userId, from: cursor.until, to: horizon }, size);
  if (events.length > 0) {
    const state = await stateOf(tx, userId, cursor, events);
    const book = new TaxBook(state);
    for (const event of events) book.apply(event);
    await writeBook(tx, userId, book);
    cursor.lots = state.next.lot;
    cursor.disposals = state.next.disposal;
    cursor.records = state.next.record;
  }
  await tx.query(
    `UPDATE tax_cursors SET counted_until = greatest(counted_until, $2::timestamptz), lots = $3, disposals = $4, records = $5 WHERE user_id = $1`,
    [userId, until ?? horizon, cursor.lots, cursor.disposals, cursor.records],
  );
  return { counted: events.length, isLast: until === undefined };
}

/** A window ends between two times: what happened at one moment is counted together. */
async function eventsOf(
  tx: Transaction,
  range: { userId: number; from: string; to: string },
  size: number,
): Promise<{ events: TaxEvent[]; until: string | undefined }> {
  for (let limit = size; ; limit *= 2) {
    const events = await findEvents(tx, { ...range, limit });
    if (events.length < limit) return { events, until: undefined };
    const last = events.at(-1) as TaxEvent;
    const whole = events.filter(({ micros }) => micros !== last.micros);
    if (whole.length > 0) return { events: whole, until: last.at };
  }
}

async function stateOf(tx: Transaction, userId: number, cursor: Cursor, events: TaxEvent[]): Promise<BookState> {
  const assets = await tx.query<{ id: number; ticker: string; isFiat: boolean }>(
    'SELECT id, ticker, is_fiat AS "isFiat" FROM assets',
  );
  const fiat = new Set(assets.rows.filter(({ isFiat }) => isFiat).map(({ id }) => id));
  const rupeeId = assets.rows.find(({ ticker }) => ticker === 'INR')?.id ?? 0;
  const rules = await readRules(tx);
  return {
    rupeeId,
    isFiat: (assetId) => fiat.has(assetId),
    open: await openLots(tx, userId),
    next: { lot: cursor.lots, disposal: cursor.disposals, record: cursor.records },
    costs: await enteredCosts(tx, userId, events),
    prices: await findPrices(
      tx,
      events.flatMap((event) => pricesOf(event, rupeeId)),
    ),
    gstPpm: (at) => BigInt(Math.round(Number(ruleAt(rules, 'gst', at).value) * 1_000_000)),
  };
}

async function openLots(tx: Transaction, userId: number): Promise<Map<number, BookLot[]>> {
  const { rows } = await tx.query<{
    number: number;
    assetId: number;
    remaining: string;
    cost: string;
    isKnown: boolean;
  }>(
    `SELECT number, asset_id AS "assetId", remaining::text AS remaining, remaining_cost::text AS cost, is_known AS "isKnown"
      FROM tax_lots WHERE user_id = $1 AND remaining > 0 ORDER BY number`,
    [userId],
  );
  const open = new Map<number, BookLot[]>();
  for (const { number, assetId, remaining, cost, isKnown } of rows) {
    const lot = { number, assetId, isKnown, remaining: unitsOf(remaining), remainingCost: unitsOf(cost) };
    const lots = open.get(assetId);
    if (lots) lots.push(lot);
    else open.set(assetId, [lot]);
  }
  return open;
}

async function enteredCosts(tx: Transaction, userId: number, events: TaxEvent[]): Promise<Map<string, bigint>> {
  const entries = events.filter((event): event is EntryEvent => event.type === 'entry');
  if (entries.length === 0) return new Map();
  const { rows } = await tx.query<{ reference: string; cost: string }>(
    'SELECT reference, cost::text AS cost FROM tax_costs WHERE user_id = $1',
    [userId],
  );
  return new Map(rows.map(({ reference, cost }) => [reference, unitsOf(cost)]));
}
