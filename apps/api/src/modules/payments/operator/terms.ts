/** Fees and limits of payment methods, as two operators change them. What was requested before keeps its fee. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type PaymentAction,
  percentDecimals,
  type TermName,
  type TermValues,
  termNames,
  termProblems,
} from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { lockAllTerms } from '../open-terms.ts';

const values = z.partialRecord(z.enum(termNames), z.string());

const payload = z.object({
  /** 'USDT:SANDBOX' */
  method: z.string(),
  action: z.enum(['deposit', 'withdraw']),
  change: values,
  /** Of a request: what the one who approves changes. */
  before: values.optional(),
});
export type TermsChange = z.infer<typeof payload>;

/** @throws DomainError not_found, invalid_argument */
export const changePaymentTerms: OperatorAction<TermsChange, void> = {
  name: 'payments.change_terms',
  permission: 'money',
  twoPersons: true,
  payload,
  async bind(tx, { before: _before, ...wanted }) {
    const { values: now } = await findTerms(tx, wanted);
    return { ...wanted, before: pickOf(now, wanted.change) };
  },
  async run(tx, act, { method, action, change, before: read }) {
    await lockAllTerms(tx);
    const { methodId, scale, values: before } = await findTerms(tx, { method, action });
    // `bind` has read them without the lock: another approval may have changed them since.
    if (read && namesOf(change).some((name) => !isSame(name, read[name] ?? '0', before[name], scale)))
      throw new DomainError('request_closed', { message: `The terms of ${method} were changed meanwhile.` });
    const after = { ...before, ...change };
    demandValid(after, scale);
    const names = namesOf(change).filter((name) => !isSame(name, before[name], after[name], scale));
    if (names.length === 0) throw new DomainError('invalid_argument', { message: 'Nothing would change.' });
    await writeTerms(tx, { methodId, action, values: after });
    await recordAct(tx, act, {
      action: 'payment_terms.changed',
      subject: `method:${method}`,
      details: {
        way: action,
        before: Object.fromEntries(names.map((name) => [name, before[name]])),
        after: Object.fromEntries(names.map((name) => [name, after[name]])),
      },
    });
  },
};

function namesOf(change: TermsChange['change']): TermName[] {
  return termNames.filter((name) => change[name] !== undefined);
}

function pickOf(now: TermValues, change: TermsChange['change']): Partial<TermValues> {
  return Object.fromEntries(namesOf(change).map((name) => [name, now[name]]));
}

function isSame(name: TermName, one: string, other: string, scale: number): boolean {
  const decimals = name === 'feePercent' ? percentDecimals : scale;
  return parseBigUnits(one, decimals) === parseBigUnits(other, decimals);
}

/** @throws DomainError invalid_argument */
function demandValid(after: TermValues, scale: number): void {
  const problems = Object.entries(termProblems(after, scale));
  if (problems.length === 0) return;
  throw new DomainError('invalid_argument', {
    message: problems.map(([name, text]) => `${name}: ${text}`).join('. '),
    fields: Object.fromEntries(problems.map(([name, text]) => [name, [text]])),
  });
}

interface FoundTerms {
  methodId: number;
  /** Decimals of the asset. */
  scale: number;
  values: TermValues;
}

export const termColumns = `amount_min AS "amountMin", amount_max AS "amountMax", amount_day AS "amountDay", amount_review AS "amountReview",
  fee_fixed AS "feeFixed", fee_ppm AS "feePpm", fee_min AS "feeMin", fee_max AS "feeMax", two_person_amount AS "twoPersonAmount",
  operator_day_amount AS "operatorDayAmount"`;

export type TermRow = Omit<TermValues, 'feePercent'> & { feePpm: number };

export function termsOfRow({ feePpm, ...row }: TermRow): TermValues {
  const amounts = termNames.filter((name) => name !== 'feePercent').map((name) => [name, stripZeros(row[name])]);
  const feePercent = formatBigUnits(BigInt(feePpm), percentDecimals);
  return { ...(Object.fromEntries(amounts) as Omit<TermValues, 'feePercent'>), feePercent };
}

/** @throws DomainError not_found */
async function findTerms(
  db: Queryable,
  { method, action }: { method: string; action: PaymentAction },
): Promise<FoundTerms> {
  const { rows } = await db.query<TermRow & { methodId: number; scale: number }>(
    `SELECT method.id AS "methodId", asset.scale, ${termColumns} FROM payment_methods method
      JOIN assets asset ON asset.id = asset_id JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = $2
      WHERE asset.ticker || ':' || method.key = $1`,
    [method, action],
  );
  const [row] = rows;
  if (!row) throw new DomainError('not_found', { message: `There is no method ${method} with such terms.` });
  const { methodId, scale, ...terms } = row;
  return { methodId, scale, values: termsOfRow(terms) };
}

async function writeTerms(
  db: Queryable,
  { methodId, action, values: terms }: { methodId: number; action: PaymentAction; values: TermValues },
): Promise<void> {
  await db.query(
    `UPDATE payment_terms SET amount_min = $3, amount_max = $4, amount_day = $5, amount_review = $6, fee_fixed = $7, fee_ppm = $8,
        fee_min = $9, fee_max = $10, two_person_amount = $11, operator_day_amount = $12 WHERE method_id = $1 AND action = $2`,
    [
      methodId,
      action,
      ...termNames.map((name) =>
        name === 'feePercent' ? Number(parseBigUnits(terms.feePercent, percentDecimals)) : terms[name],
      ),
    ],
  );
}
