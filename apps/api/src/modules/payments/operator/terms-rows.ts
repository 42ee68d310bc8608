/** Rows of fees and limits, as the texts that operators type. */
import {
  type PaymentAction,
  percentDecimals,
  type TermName,
  type TermValues,
  termNames,
} from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { Transaction } from '../../../platform/database/index.ts';

const columnOf: Readonly<Record<TermName, string>> = {
  amountMin: 'amount_min',
  amountMax: 'amount_max',
  amountDay: 'amount_day',
  amountReview: 'amount_review',
  feeFixed: 'fee_fixed',
  feePercent: 'fee_ppm',
  feeMin: 'fee_min',
  feeMax: 'fee_max',
  twoPersonAmount: 'two_person_amount',
  operatorDayAmount: 'operator_day_amount',
};
/** In the order of `parametersOf`. */
const columns = termNames.map((name) => columnOf[name]).join(', ');
const parameters = termNames.map((_, at) => `$${at + 3}`).join(', ');

/** SQL of a `TermRow`, of `payment_terms`. */
export const termColumns = termNames
  .map((name) => `${columnOf[name]} AS "${name === 'feePercent' ? 'feePpm' : name}"`)
  .join(', ');

export type TermRow = Omit<TermValues, 'feePercent'> & { feePpm: number };

export function termsOfRow({ feePpm, ...row }: TermRow): TermValues {
  const amounts = termNames.filter((name) => name !== 'feePercent').map((name) => [name, stripZeros(row[name])]);
  const feePercent = formatBigUnits(BigInt(feePpm), percentDecimals);
  return { ...(Object.fromEntries(amounts) as Omit<TermValues, 'feePercent'>), feePercent };
}

export interface WayTerms {
  methodId: number;
  action: PaymentAction;
  values: TermValues;
}

/** Of a new way, which two operators open. */
export async function insertClosedTerms(tx: Transaction, terms: WayTerms): Promise<void> {
  await tx.query(
    `INSERT INTO payment_terms (method_id, action, enabled, ${columns}) VALUES ($1, $2, false, ${parameters})`,
    parametersOf(terms),
  );
}

export async function writeTerms(tx: Transaction, terms: WayTerms): Promise<void> {
  await tx.query(
    `UPDATE payment_terms SET (${columns}) = (${parameters}) WHERE method_id = $1 AND action = $2`,
    parametersOf(terms),
  );
}

function parametersOf({ methodId, action, values }: WayTerms): (number | string)[] {
  const terms = termNames.map((name) =>
    name === 'feePercent' ? Number(parseBigUnits(values.feePercent, percentDecimals)) : values[name],
  );
  return [methodId, action, ...terms];
}
