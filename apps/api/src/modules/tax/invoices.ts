/**
 * Tax invoices of trading fees, one for each customer and month. A number is given once, in the transaction that writes the row, under a lock of the
 * financial year: numbers follow each other without a gap, whatever workers run and however often.
 */
import { DomainError } from '@pelican/shared/contracts';
import {
  financialYearName,
  financialYearOf,
  gstStates,
  percentText,
  type TaxInvoice,
} from '@pelican/shared/contracts/tax';
import type pg from 'pg';
import { countRows, inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { pdfOf, pdfOfAll, type TableDocument } from '../../platform/documents/index.ts';
import { readRules, ruleAt } from './rules.ts';

/** Namespace of the advisory locks of years. */
const lockSpace = 7_236;
const batch = 200;

/** What an invoice was written with, by key of the rules. */
type Facts = Record<
  'exchange_name' | 'exchange_address' | 'exchange_state' | 'exchange_gstin' | 'invoice_prefix' | 'gst_sac' | 'gst',
  string
>;
const factKeys: readonly (keyof Facts)[] = [
  'exchange_name',
  'exchange_address',
  'exchange_state',
  'exchange_gstin',
  'invoice_prefix',
  'gst_sac',
  'gst',
];

/**
 * Writes the invoices of a month that has ended, of everybody who is counted to its end and has none yet. One with a fee that had no price waits: it
 * would name less than was charged, and an invoice is never changed.
 * @param month yyyy-mm-01
 * @returns how many
 */
export async function writeInvoices(pool: pg.Pool, month: string, signal: AbortSignal): Promise<number> {
  for (let written = 0; ; ) {
    signal.throwIfAborted();
    const more = await inTransaction(pool, (tx) => writeBatch(tx, month));
    written += more;
    if (more < batch) return written;
  }
}

/** Of a month: customers whose fees have no price in part, so that they get no invoice. */
export async function countUnpriced(db: Queryable, month: string): Promise<number> {
  return countRows(
    db,
    `SELECT DISTINCT user_id FROM tax_sums WHERE kind = 'fee' AND day = $1::date AND unpriced > 0`,
    [month],
    { offset: 0, limit: 0 },
  );
}

async function writeBatch(tx: Transaction, month: string): Promise<number> {
  const year = financialYearOf(Date.parse(`${month}T12:00:00Z`) / 1_000);
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [lockSpace, year]);
  const rules = await readRules(tx);
  const facts = Object.fromEntries(factKeys.map((key) => [key, ruleAt(rules, key, month).value])) as Facts;
  // A customer who has named no state is invoiced in the exchange's own.
  const { rowCount } = await tx.query(
    `WITH due AS (
        SELECT sums.user_id, round(sum(value), 2) AS fee, round(sum(gst_value), 2) AS gst, coalesce(profile.state, $3) AS state
          FROM tax_sums sums JOIN tax_cursors cursor ON cursor.user_id = sums.user_id
          LEFT JOIN tax_profiles profile ON profile.user_id = sums.user_id
          WHERE sums.kind = 'fee' AND day = $2::date
            AND counted_until >= ($2::date + interval '1 month') AT TIME ZONE 'Asia/Kolkata'
            AND NOT EXISTS (SELECT FROM tax_invoices had WHERE had.user_id = sums.user_id AND had.month = $2::date)
          GROUP BY sums.user_id, profile.state HAVING round(sum(value), 2) > 0 AND sum(unpriced) = 0
          ORDER BY sums.user_id LIMIT ${batch}),
      split AS (SELECT *, CASE WHEN state = $3 THEN round(gst / 2, 2) ELSE 0 END AS half FROM due)
      INSERT INTO tax_invoices (year, number, user_id, month, fee, igst, cgst, sgst, state, facts)
        SELECT $1, (SELECT coalesce(max(number), 0) FROM tax_invoices WHERE year = $1) + row_number() OVER (ORDER BY user_id), user_id, $2::date,
            fee, CASE WHEN state = $3 THEN 0 ELSE gst END, half, CASE WHEN state = $3 THEN gst - half ELSE 0 END, state, $4
          FROM split`,
    [year, month, facts.exchange_state, JSON.stringify(facts)],
  );
  return rowCount ?? 0;
}

const money = (column: string) => `trim_scale(${column})::text`;
const columns = `year, number, month::text AS month, extract(epoch FROM issued_at)::float8 AS "issuedAt", ${money('fee')} AS fee, ${money('igst')} AS igst,
  ${money('cgst')} AS cgst, ${money('sgst')} AS sgst, ${money('fee + igst + cgst + sgst')} AS total, state, facts`;

type Row = Omit<TaxInvoice, 'name'> & { facts: Facts };

const nameOf = ({ year, number, facts }: Pick<Row, 'year' | 'number' | 'facts'>) =>
  `${facts.invoice_prefix}/${financialYearName(year)}/${String(number).padStart(6, '0')}`;

/** Of a financial year, the newest first. */
export async function findInvoices(
  db: Queryable,
  { userId, year, offset, limit }: { userId: number; year: number; offset: number; limit: number },
): Promise<{ result: TaxInvoice[]; total: number }> {
  const own = 'FROM tax_invoices WHERE user_id = $1 AND year = $2';
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(`SELECT ${columns} ${own} ORDER BY number DESC OFFSET $3 LIMIT $4`, [userId, year, offset, limit]),
    countRows(db, `SELECT ${own}`, [userId, year], { offset, limit }),
  ]);
  return { result: rows.map(({ facts, ...row }) => ({ ...row, name: nameOf({ ...row, facts }) })), total };
}

const stateName = (code: string) => gstStates[code as keyof typeof gstStates] ?? code;

export interface InvoiceFile {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

/** The invoice as a PDF, made of its row alone: it is the same whenever it is asked for. @throws DomainError not_found: it is none of the user's */
export async function invoicePdf(
  db: Queryable,
  { userId, year, number }: { userId: number; year: number; number: number },
): Promise<InvoiceFile> {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM tax_invoices WHERE user_id = $1 AND year = $2 AND number = $3`,
    [userId, year, number],
  );
  const row = rows[0];
  if (!row) throw new DomainError('not_found');
  return { name: `${nameOf(row).replaceAll('/', '-')}.pdf`, bytes: pdfOf(documentOf(userId, row)) };
}

/** All invoices of a financial year, the oldest first, in one PDF: one for each month at most. @throws DomainError not_found: there is none */
export async function yearOfInvoicesPdf(
  db: Queryable,
  { userId, year }: { userId: number; year: number },
): Promise<InvoiceFile> {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM tax_invoices WHERE user_id = $1 AND year = $2 ORDER BY number`,
    [userId, year],
  );
  if (rows.length === 0) throw new DomainError('not_found');
  const title = `Tax invoices of ${financialYearName(year)}`;
  const tables = rows.map((row) => documentOf(userId, row));
  return { name: `tax-invoices-${financialYearName(year)}.pdf`, bytes: pdfOfAll(title, tables) };
}

function documentOf(userId: number, row: Row): TableDocument {
  const { facts, fee, igst, cgst, sgst, total } = row;
  const name = nameOf(row);
  const issued = new Date(row.issuedAt * 1_000).toISOString().slice(0, 10);
  const figure = (column: string) => ({ name: column, kind: 'figure' as const, currency: 7 });
  return {
    title: `Tax invoice ${name}`,
    account: `Customer ${userId}, place of supply: ${stateName(row.state)} (${row.state})`,
    period: `Services of ${row.month.slice(0, 7)}, issued on ${issued}`,
    zone: 'Asia/Kolkata',
    notes: [
      `${facts.exchange_name}, ${facts.exchange_address}`,
      ...(facts.exchange_gstin === '' ? [] : [`GSTIN ${facts.exchange_gstin}`]),
      `GST at ${percentText(facts.gst)}% of the fee. Fees in other currencies are at their value in rupees when they were charged.`,
    ],
    columns: [
      { name: 'Description', kind: 'text', width: 2 },
      { name: 'SAC', kind: 'text' },
      figure('Taxable value'),
      figure('IGST'),
      figure('CGST'),
      figure('SGST'),
      figure('Total'),
      { name: 'Currency', kind: 'text', width: 0.6 },
    ],
    rows: (async function* () {
      yield ['Trading fees', facts.gst_sac, fee, igst, cgst, sgst, total, 'INR'];
    })(),
  };
}
