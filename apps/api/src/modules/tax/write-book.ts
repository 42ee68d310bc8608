/** Writes what a book has made of a window of events. */
import { formatBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import type { Sum, TaxBook } from './book.ts';

const scale = 18;
const text = (units: bigint) => formatBigUnits(units, scale);

/** Amounts as decimal texts, which Postgres reads exactly. */
const json = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? text(value) : value));

export async function writeBook(tx: Transaction, userId: number, book: TaxBook): Promise<void> {
  await writeLots(tx, userId, book);
  await writeDisposals(tx, userId, book);
  await tx.query(
    `INSERT INTO tax_records (user_id, number, kind, happened_at, source, reference, asset_id, gross, base, amount, value, rule, valued_by)
      SELECT $1, number, kind, at, source, reference, "assetId", gross, base, amount, value, rule, "valuedBy" FROM jsonb_to_recordset($2::jsonb)
        AS made(number int, kind text, at timestamptz, source text, reference text, "assetId" int, gross numeric, base numeric,
          amount numeric, value numeric, rule text, "valuedBy" text)`,
    [userId, json(book.records)],
  );
  await writeSums(tx, userId, book.sums);
}

async function writeLots(tx: Transaction, userId: number, { lots, state }: TaxBook): Promise<void> {
  await tx.query(
    `INSERT INTO tax_lots (user_id, number, asset_id, acquired_at, kind, reference, quantity, remaining, cost, remaining_cost, is_known, valued_by)
      SELECT $1, number, "assetId", at, kind, reference, quantity, 0, cost, 0, "isKnown", "valuedBy" FROM jsonb_to_recordset($2::jsonb)
        AS made(number int, "assetId" int, at timestamptz, kind text, reference text, quantity numeric, cost numeric,
          "isKnown" boolean, "valuedBy" text)`,
    [userId, json(lots)],
  );
  // What a lot has left follows from the lots that are open now: all others have nothing.
  const open = [...state.open.values()].flat().map(({ number, remaining, remainingCost }) => ({
    number,
    remaining,
    remainingCost,
  }));
  await tx.query(
    `WITH open AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS open(number int, remaining numeric, "remainingCost" numeric))
      UPDATE tax_lots lot SET remaining = coalesce(open.remaining, 0), remaining_cost = coalesce(open."remainingCost", 0)
        FROM tax_lots before LEFT JOIN open ON open.number = before.number
        WHERE before.user_id = $1 AND lot.user_id = $1 AND lot.number = before.number
          AND (before.remaining > 0 OR open.number IS NOT NULL) AND before.remaining IS DISTINCT FROM coalesce(open.remaining, 0)`,
    [userId, json(open)],
  );
}

async function writeDisposals(tx: Transaction, userId: number, { disposals, parts }: TaxBook): Promise<void> {
  await tx.query(
    `INSERT INTO tax_disposals (user_id, number, asset_id, disposed_at, kind, reference, quantity, proceeds, cost, is_known, valued_by)
      SELECT $1, number, "assetId", at, kind, reference, quantity, proceeds, cost, "isKnown", "valuedBy" FROM jsonb_to_recordset($2::jsonb)
        AS made(number int, "assetId" int, at timestamptz, kind text, reference text, quantity numeric, proceeds numeric, cost numeric,
          "isKnown" boolean, "valuedBy" text)`,
    [userId, json(disposals)],
  );
  await tx.query(
    `INSERT INTO tax_disposal_lots (user_id, disposal, lot, quantity, cost)
      SELECT $1, disposal, lot, quantity, cost FROM jsonb_to_recordset($2::jsonb)
        AS made(disposal int, lot int, quantity numeric, cost numeric)`,
    [userId, json(parts)],
  );
}

/** Added to the sums that are there: of fees by the month, of futures by the day. */
async function writeSums(tx: Transaction, userId: number, sums: readonly Sum[]): Promise<void> {
  await tx.query(
    `INSERT INTO tax_sums AS sums (user_id, kind, day, source, asset_id, amount, gst, value, gst_value)
      SELECT $1, kind, (date_trunc(CASE kind WHEN 'fee' THEN 'month' ELSE 'day' END, at AT TIME ZONE 'Asia/Kolkata'))::date, source, "assetId",
          sum(amount), sum(gst), sum(value), sum("gstValue")
        FROM jsonb_to_recordset($2::jsonb) AS made(kind text, at timestamptz, source text, "assetId" int, amount numeric, gst numeric,
          value numeric, "gstValue" numeric)
        GROUP BY 2, 3, 4, 5
      ON CONFLICT (user_id, kind, day, source, asset_id) DO UPDATE SET amount = sums.amount + excluded.amount, gst = sums.gst + excluded.gst,
        value = sums.value + excluded.value, gst_value = sums.gst_value + excluded.gst_value`,
    [userId, json(sums)],
  );
}
