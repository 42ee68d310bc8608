/**
 * Counts a user's tax records incrementally: events from the cursor to the settled horizon become lots, disposals, records and sums in one
 * transaction with the cursor. The user's cursor row is locked first, so two counts take turns and the second finds nothing left.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { assetsOf, type BookState, pricesOf, TaxBook } from './book.ts';
import { type EntryEvent, findEvents, settledHorizon, type TaxEvent } from './events.ts';
import { createLotKeeper, type LotKeeper } from './open-lots.ts';
import { findPrices, unitsOf } from './prices.ts';
import { gstPpmAt, readRules } from './rules.ts';
import { writeBook } from './write-book.ts';

export interface CountOptions {
  /**
   * Deletes what is counted and counts from the beginning, all in one transaction: nobody sees the half of it. Of a user who has facts in a detached
   * month nothing is deleted, and what is new is counted: those facts are not there to be counted again.
   */
  fromBeginning?: boolean;
  /** Ends the count between two windows. */
  signal?: AbortSignal;
  /** Events of a window. */
  windowSize?: number;
}

/** @returns how many events were counted */
export async function countUser(pool: pg.Pool, userId: number, options: CountOptions = {}): Promise<number> {
  const { fromBeginning = false, signal, windowSize = 5_000 } = options;
  const lots = createLotKeeper(userId);
  if (fromBeginning)
    return inTransaction(pool, async (tx) => {
      if (!(await hasDetached(tx, userId))) await forget(tx, userId);
      let counted = 0;
      for (let last: Window; ; ) {
        signal?.throwIfAborted();
        last = await countWindow(tx, { userId, size: windowSize, lots });
        counted += last.counted;
        if (last.isLast) return counted;
      }
    });
  let counted = 0;
  for (let last: Window; ; ) {
    signal?.throwIfAborted();
    last = await inTransaction(pool, (tx) => countWindow(tx, { userId, size: windowSize, lots }));
    counted += last.counted;
    if (last.isLast) return counted;
  }
}

interface Window {
  counted: number;
  isLast: boolean;
}

interface Cursor {
  /** Of the row: each commit of a count makes another one. */
  version: string;
  until: string;
  lots: number;
  disposals: number;
  records: number;
}

async function lockCursor(tx: Transaction, userId: number): Promise<Cursor> {
  await tx.query('INSERT INTO tax_cursors (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  const { rows } = await tx.query<Cursor>(
    `SELECT xmin::text AS version, counted_until::text AS until, lots, disposals, records FROM tax_cursors WHERE user_id = $1 FOR UPDATE`,
    [userId],
  );
  return rows[0] as Cursor;
}

/** No month is detached before the caller's transaction ends. */
async function hasDetached(tx: Transaction, userId: number): Promise<boolean> {
  await tx.query('LOCK TABLE spot_deals, ledger_legs, perpetual_cash_moves IN ACCESS SHARE MODE');
  const { rowCount } = await tx.query('SELECT FROM carried_postings WHERE user_id = $1 LIMIT 1', [userId]);
  return rowCount !== 0;
}

async function forget(tx: Transaction, userId: number): Promise<void> {
  await lockCursor(tx, userId);
  for (const table of ['tax_disposal_lots', 'tax_disposals', 'tax_lots', 'tax_records', 'tax_sums'])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await tx.query(
    `UPDATE tax_cursors SET counted_until = DEFAULT, lots = DEFAULT, disposals = DEFAULT, records = DEFAULT,
      counted_whole_at = clock_timestamp() WHERE user_id = $1`,
    [userId],
  );
}

/** Events between two turns of everything else that the process does. */
const eventsOfTurn = 200;

async function countWindow(
  tx: Transaction,
  { userId, size, lots }: { userId: number; size: number; lots: LotKeeper },
): Promise<Window> {
  const cursor = await lockCursor(tx, userId);
  const horizon = await settledHorizon(tx);
  const { events, until } = await eventsOf(tx, { userId, from: cursor.until, to: horizon }, size);
  if (events.length > 0) {
    const state = await stateOf(tx, userId, cursor, events);
    const book = new TaxBook({ ...state, open: await lots.open(tx, cursor.version, events.flatMap(assetsOf)) });
    for (const [index, event] of events.entries()) {
      if (index % eventsOfTurn === 0) await turn();
      book.apply(event);
    }
    await writeBook(tx, userId, book);
    cursor.lots = state.next.lot;
    cursor.disposals = state.next.disposal;
    cursor.records = state.next.record;
  }
  const { rows } = await tx.query<{ version: string }>(
    `UPDATE tax_cursors SET counted_until = greatest(counted_until, $2::timestamptz), lots = $3, disposals = $4, records = $5 WHERE user_id = $1
      RETURNING xmin::text AS version`,
    [userId, until ?? horizon, cursor.lots, cursor.disposals, cursor.records],
  );
  lots.keep(rows[0]?.version);
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

async function stateOf(
  tx: Transaction,
  userId: number,
  cursor: Cursor,
  events: TaxEvent[],
): Promise<Omit<BookState, 'open'>> {
  const assets = await tx.query<{ id: number; ticker: string; isFiat: boolean }>(
    'SELECT id, ticker, is_fiat AS "isFiat" FROM assets',
  );
  const fiat = new Set(assets.rows.filter(({ isFiat }) => isFiat).map(({ id }) => id));
  const rupeeId = assets.rows.find(({ ticker }) => ticker === 'INR')?.id ?? 0;
  const rules = await readRules(tx);
  return {
    rupeeId,
    isFiat: (assetId) => fiat.has(assetId),
    next: { lot: cursor.lots, disposal: cursor.disposals, record: cursor.records },
    costs: await enteredCosts(tx, userId, events),
    prices: await findPrices(
      tx,
      events.flatMap((event) => pricesOf(event, rupeeId)),
    ),
    gstPpm: (at) => gstPpmAt(rules, at),
  };
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
