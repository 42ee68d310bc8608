/** Lists of the tax centre, the newest first. Rupees are rounded to paise, amounts are whole. */
import {
  quarterOf,
  type TaxDeduction,
  type TaxDisposal,
  type TaxIncome,
  type TaxLot,
  taxPeriod,
} from '@pelican/shared/contracts/tax';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { readRules, ruleAt } from './rules.ts';
import { epoch, plain, quarterOfRecord, within } from './sql.ts';

export interface ListWanted {
  userId: number;
  year: number;
  quarter: number | undefined;
  offset: number;
  limit: number;
}

interface Page<Item> {
  result: Item[];
  total: number;
}

/** Without trailing zeros. */
const rupees = (column: string) => plain(`round(${column}, 2)`);

function valuesOf({ userId, year, quarter }: ListWanted): [number, number, number] {
  const { from, to } = taxPeriod(year, quarter);
  return [userId, from, to];
}

type DeductionRow = Omit<TaxDeduction, 'rate' | 'section' | 'quarter' | 'state'> & { rule: string };

export async function findDeductions(db: Queryable, wanted: ListWanted): Promise<Page<TaxDeduction>> {
  const values = valuesOf(wanted);
  const own = `FROM tax_records WHERE ${within('happened_at')} AND kind = 'deduction'`;
  const [rules, { rows }, total] = await Promise.all([
    readRules(db),
    db.query<DeductionRow>(
      `SELECT number AS id, ${epoch('happened_at')} AS time, source, reference, ticker, ${plain('gross')} AS gross, ${plain('base')} AS base,
          ${plain('amount')} AS amount, ${rupees('value')} AS inr, rule, coalesce(challan, '') AS challan,
          coalesce(deposited_on::text, '') AS "depositedOn", coalesce(issued_on::text, '') AS "issuedOn"
        FROM (SELECT * ${own}
          ORDER BY happened_at DESC, number DESC OFFSET $4 LIMIT $5) record
        JOIN assets ON assets.id = asset_id
        ${quarterOfRecord}
        ORDER BY happened_at DESC, number DESC`,
      [...values, wanted.offset, wanted.limit],
    ),
    countRows(db, `SELECT ${own}`, values, wanted),
  ]);
  const result = rows.map(({ rule, ...row }) => {
    const { value: rate, section } = ruleAt(rules, rule, new Date(row.time * 1_000).toISOString());
    const state = row.issuedOn !== '' ? 'issued' : row.depositedOn !== '' ? 'deposited' : 'deducted';
    return { ...row, rate, section, quarter: quarterOf(row.time), state } as const;
  });
  return { result, total };
}

/** Lots of a disposal that a list shows. */
const lotsShown = 20;

export async function findDisposals(db: Queryable, wanted: ListWanted): Promise<Page<TaxDisposal>> {
  const values = valuesOf(wanted);
  const own = `FROM tax_disposals WHERE ${within('disposed_at')}`;
  const [{ rows }, total] = await Promise.all([
    db.query<TaxDisposal>(
      `SELECT disposal.number AS id, ${epoch('disposed_at')} AS time, disposal.kind, disposal.reference, ticker,
          ${plain('disposal.quantity')} AS quantity, ${rupees('proceeds')} AS proceeds, ${rupees('disposal.cost')} AS cost,
          ${rupees('proceeds - disposal.cost')} AS gain, disposal.is_known AS "isKnown", disposal.valued_by AS "valuedBy",
          coalesce(lots, '[]') AS lots, "lotsTotal"
        FROM (SELECT * ${own} ORDER BY disposed_at DESC, number DESC OFFSET $4 LIMIT $5) disposal
        JOIN assets ON assets.id = asset_id
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS "lotsTotal", jsonb_agg(jsonb_build_object('id', lot.number, 'acquiredAt', ${epoch('lot.acquired_at')},
              'kind', lot.kind, 'quantity', ${plain('part.quantity')}, 'cost', ${rupees('part.cost')}, 'isKnown', lot.is_known)
              ORDER BY lot.number) FILTER (WHERE place <= ${lotsShown}) AS lots
            FROM (SELECT *, row_number() OVER (ORDER BY lot) AS place FROM tax_disposal_lots
              WHERE user_id = disposal.user_id AND disposal = disposal.number) part
            JOIN tax_lots lot ON lot.user_id = part.user_id AND lot.number = part.lot) taken
        ORDER BY disposed_at DESC, disposal.number DESC`,
      [...values, wanted.offset, wanted.limit],
    ),
    countRows(db, `SELECT ${own}`, values, wanted),
  ]);
  return { result: rows, total };
}

/** Lots whose cost the user may enter: what came from elsewhere. */
export const enterable = `kind IN ('deposit', 'credit', 'code', 'other')`;

export async function findLots(
  db: Queryable,
  wanted: { userId: number; unknown: boolean; offset: number; limit: number },
): Promise<Page<TaxLot>> {
  const own = `FROM tax_lots WHERE user_id = $1 AND (NOT $2 OR NOT is_known)`;
  const values = [wanted.userId, wanted.unknown];
  const [{ rows }, total] = await Promise.all([
    db.query<TaxLot>(
      `SELECT number AS id, ${epoch('acquired_at')} AS "acquiredAt", kind, reference, ticker, ${plain('quantity')} AS quantity,
          ${plain('remaining')} AS remaining, ${rupees('cost')} AS cost, is_known AS "isKnown", valued_by AS "valuedBy", ${enterable} AS "mayEnter"
        FROM (SELECT * ${own} ORDER BY number DESC OFFSET $3 LIMIT $4) lot JOIN assets ON assets.id = asset_id ORDER BY number DESC`,
      [...values, wanted.offset, wanted.limit],
    ),
    countRows(db, `SELECT ${own}`, values, wanted),
  ]);
  return { result: rows, total };
}

export async function findIncomes(db: Queryable, wanted: ListWanted): Promise<Page<TaxIncome>> {
  const values = valuesOf(wanted);
  const own = `FROM tax_records WHERE ${within('happened_at')} AND kind = 'income'`;
  const [rules, { rows }, total] = await Promise.all([
    readRules(db),
    db.query<Omit<TaxIncome, 'section'> & { rule: string }>(
      `SELECT number AS id, ${epoch('happened_at')} AS time, source, reference, ticker, ${plain('amount')} AS amount, ${rupees('value')} AS inr,
          rule, valued_by AS "valuedBy"
        FROM (SELECT * ${own} ORDER BY happened_at DESC, number DESC OFFSET $4 LIMIT $5) record
        JOIN assets ON assets.id = asset_id ORDER BY happened_at DESC, number DESC`,
      [...values, wanted.offset, wanted.limit],
    ),
    countRows(db, `SELECT ${own}`, values, wanted),
  ]);
  const result = rows.map(({ rule, ...row }) => {
    const { section } = ruleAt(rules, rule, new Date(row.time * 1_000).toISOString());
    return { ...row, section };
  });
  return { result, total };
}
