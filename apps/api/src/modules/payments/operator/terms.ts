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
import { parseBigUnits } from '@pelican/shared/money';
import { z } from 'zod';
import { demandFiguresAsRead, type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { lockAllTerms } from '../open-terms.ts';
import { auditOf, demandFields, pickOf } from './fields.ts';
import { type TermRow, termColumns, termsOfRow, writeTerms } from './terms-rows.ts';

const values = z.partialRecord(z.enum(termNames), z.string());

const payload = z.object({
  /** 'USDT:SANDBOX' */
  method: z.string(),
  action: z.enum(['deposit', 'withdraw']),
  change: values,
  /** Figures as the operator has read them; of a request those that it replaces. */
  before: values.optional(),
});
export type TermsChange = z.infer<typeof payload>;

/** @throws DomainError not_found, invalid_argument, figures_changed */
export const changePaymentTerms: OperatorAction<TermsChange, void> = {
  name: 'payments.change_terms',
  permission: 'money',
  twoPersons: true,
  payload,
  async bind(tx, { before: _before, ...wanted }) {
    await lockAllTerms(tx);
    const { values: now } = await findTerms(tx, wanted);
    return { ...wanted, before: pickOf(now, wanted.change) };
  },
  async run(tx, act, { method, action, change, before: read }) {
    await lockAllTerms(tx);
    const { methodId, scale, values: before } = await findTerms(tx, { method, action });
    demandFiguresAsRead(read, before);
    const after = { ...before, ...change };
    demandFields(termProblems(after, scale));
    const names = namesOf(change).filter((name) => !isSame(name, before[name], after[name], scale));
    if (names.length === 0) throw new DomainError('invalid_argument', { message: 'Nothing would change.' });
    await writeTerms(tx, { methodId, action, values: after });
    await recordAct(tx, act, {
      action: 'payment_terms.changed',
      subject: `method:${method}`,
      details: { way: action, ...auditOf(before, after, names) },
    });
  },
};

function namesOf(change: TermsChange['change']): TermName[] {
  return termNames.filter((name) => change[name] !== undefined);
}

function isSame(name: TermName, one: string, other: string, scale: number): boolean {
  const decimals = name === 'feePercent' ? percentDecimals : scale;
  return parseBigUnits(one, decimals) === parseBigUnits(other, decimals);
}

interface FoundTerms {
  methodId: number;
  /** Decimals of the asset. */
  scale: number;
  values: TermValues;
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
