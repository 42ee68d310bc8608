/** Writes what a book has made of a window of events. */
import { formatBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import type { TaxBook } from './book.ts';
import type { Sum } from './book-rows.ts';

const scale = 18;
const text = (units: bigint) => formatBigUnits(units, scale);

/** Rows of one statement: a single disposal may take a hundred thousand lots, and other work of the process has its turns between statements. */
const rowsMax = 2_000;

async function inParts(rows: readonly object[], write: (part: string) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsMax) await write(json(rows.slice(start, start + rowsMax)));
}

/** Amounts as decimal texts, which Postgres reads exactly. */
const json = (rows: readonly object[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? text(value) : value));

export async function writeBook(tx: Transaction, userId: number, book: TaxBook): Promise<void> {
  await writeLots(tx, userId, book);
  await writeDisposals(tx, userId, book);
  await inParts(book.records, (part) =>
    tx.query(
      `INSERT INTO tax_records (user_id, number, kind, happened_at, source, reference, asset_id, gross, base, amount, value, rule, valued_by)
      SELECT $1, number, kind, at, source, reference, "assetId", gross, base, amount, value, rule, "valuedBy" FROM jsonb_to_recordset($2::jsonb)
        AS made(number int, kind text, at timestamptz, source text, reference text, "assetId" int, gross numeric, base numeric,
          amount numeric, value numeric, rule text, "valuedBy" text)`,
      [userId, part],
    ),
  );
  await writeSums(tx, userId, book.sums);
}

async function writeLots(tx: Transaction, userId: number, { lots, touched }: TaxBook): Promise<void> {
  await inParts(lots, (part) =>
    tx.query(
      `INSERT INTO tax_lots (user_id, number, asset_id, acquired_at, kind, reference, quantity, remaining, cost, remaining_cost, is_known, valued_by)
        SELECT $1, number, "assetId", at, kind, reference, quantity, remaining, cost, "remainingCost", "isKnown", "valuedBy"
          FROM jsonb_to_recordset($2::jsonb) AS made(number int, "assetId" int, at timestamptz, kind text, reference text, quantity numeric,
            remaining numeric, cost numeric, "remainingCost" numeric, "isKnown" boolean, "valuedBy" text)`,
      [userId, part],
    ),
  );
  await inParts([...touched], (part) =>
    tx.query(
      `UPDATE tax_lots lot SET remaining = touched.remaining, remaining_cost = touched."remainingCost"
        FROM jsonb_to_recordset($2::jsonb) AS touched(number int, remaining numeric, "remainingCost" numeric)
        WHERE lot.user_id = $1 AND lot.number = touched.number`,
      [userId, part],
    ),
  );
}

async function writeDisposals(tx: Transaction, userId: number, { disposals, parts }: TaxBook): Promise<void> {
  await inParts(disposals, (part) =>
    tx.query(
      `INSERT INTO tax_disposals (user_id, number, asset_id, disposed_at, kind, reference, quantity, proceeds, cost, is_known, valued_by)
      SELECT $1, number, "assetId", at, kind, reference, quantity, proceeds, cost, "isKnown", "valuedBy" FROM jsonb_to_recordset($2::jsonb)
        AS made(number int, "assetId" int, at timestamptz, kind text, reference text, quantity numeric, proceeds numeric, cost numeric,
          "isKnown" boolean, "valuedBy" text)`,
      [userId, part],
    ),
  );
  await inParts(parts, (part) =>
    tx.query(
      `INSERT INTO tax_disposal_lots (user_id, disposal, lot, quantity, cost)
      SELECT $1, disposal, lot, quantity, cost FROM jsonb_to_recordset($2::jsonb)
        AS made(disposal int, lot int, quantity numeric, cost numeric)`,
      [userId, part],
    ),
  );
}

/** Added to the sums that are there: of fees by the month, of futures by the day. */
async function writeSums(tx: Transaction, userId: number, sums: readonly Sum[]): Promise<void> {
  await inParts(sums, (part) =>
    tx.query(
      `INSERT INTO tax_sums AS sums (user_id, kind, day, source, asset_id, amount, gst, value, gst_value, unpriced)
      SELECT $1, kind, (date_trunc(CASE kind WHEN 'fee' THEN 'month' ELSE 'day' END, at AT TIME ZONE 'Asia/Kolkata'))::date, source, "assetId",
          sum(amount), sum(gst), sum(value), sum("gstValue"), sum(unpriced)
        FROM jsonb_to_recordset($2::jsonb) AS made(kind text, at timestamptz, source text, "assetId" int, amount numeric, gst numeric,
          value numeric, "gstValue" numeric, unpriced numeric)
        GROUP BY 2, 3, 4, 5
      ON CONFLICT (user_id, kind, day, source, asset_id) DO UPDATE SET amount = sums.amount + excluded.amount, gst = sums.gst + excluded.gst,
        value = sums.value + excluded.value, gst_value = sums.gst_value + excluded.gst_value, unpriced = sums.unpriced + excluded.unpriced`,
      [userId, part],
    ),
  );
}
