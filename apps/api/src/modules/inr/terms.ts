/** Terms of methods of banks, in Postgres. */
import type { PaymentAction } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

/** What of a method concerns bank transfers. */
export interface BankTerms {
  /** Of one transfer, in whole units; '0': no limit. */
  amountMax: string;
  /** Of a day in India; '0': no limit. */
  amountDay: string;
  /** From which amount on two operators decide; '0': always. */
  twoPersonAmount: string;
  /** How much one operator decides alone in 24 hours; '0': nothing. */
  operatorDayAmount: string;
  /** Undefined: nobody has said where users pay to. */
  requisites: Requisites | undefined;
}

interface Requisites {
  beneficiary: string;
  account_number: string;
  ifsc_code: string;
  bank_name: string;
  upi_id: string;
}

export async function findBankTerms(db: Queryable, methodId: number, action: PaymentAction): Promise<BankTerms> {
  const { rows } = await db.query<Omit<BankTerms, 'requisites'> & { requisites: Requisites | null }>(
    `SELECT amount_max AS "amountMax", amount_day AS "amountDay", two_person_amount AS "twoPersonAmount", operator_day_amount AS "operatorDayAmount", requisites
      FROM payment_terms JOIN payment_methods ON payment_methods.id = method_id WHERE method_id = $1 AND action = $2`,
    [methodId, action],
  );
  const {
    amountMax = '0',
    amountDay = '0',
    twoPersonAmount = '0',
    operatorDayAmount = '0',
    requisites = null,
  } = rows[0] ?? {};
  return {
    amountMax: stripZeros(amountMax),
    amountDay: stripZeros(amountDay),
    twoPersonAmount: stripZeros(twoPersonAmount),
    operatorDayAmount: stripZeros(operatorDayAmount),
    requisites: requisites ?? undefined,
  };
}
