/** A bank account as the place that a withdrawal goes to. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';
import type { BankDestination } from '../../withdrawals/index.ts';
import { findOwnBank } from '../banks/repository.ts';
import { demandWithinDay, sinceToday } from '../day-limit.ts';
import { findBankTerms } from '../terms.ts';

/** @throws DomainError invalid_argument: the terms are not accepted */
export function bankDestination(wanted: { userId: number; bankId: number; terms: boolean }): BankDestination {
  const { userId, bankId, terms } = wanted;
  if (!terms) throw new DomainError('invalid_argument', { fields: { terms: ['Please accept the terms'] } });
  return {
    bankId,

    /** @throws DomainError inr_bank_not_found, inr_bank_not_verified */
    async describe(db) {
      // Its deletion waits, and finds the withdrawal.
      const bank = await findOwnBank(db, { userId, id: bankId }, 'FOR SHARE');
      if (bank.status !== 'active') throw new DomainError('inr_bank_not_verified');
      return `${bank.bankName} XXXX${bank.lastDigits}, ${bank.ifsc}`;
    },

    /** @throws DomainError inr_daily_limit */
    async demandDay(tx, { methodId, amount }) {
      const { amountDay } = await findBankTerms(tx, methodId, 'withdraw');
      demandWithinDay({ verb: 'withdraw', amount, today: await withdrawnToday(tx, userId, methodId), amountDay });
    },
  };
}

const { canceled, unsuccessful, canceledByValidation } = paymentStatus;

/** Whole units, by the calendar of India, without what has come back. */
async function withdrawnToday(db: Queryable, userId: number, methodId: number): Promise<string> {
  const { rows } = await db.query<{ today: string }>(
    `SELECT coalesce(sum(amount), 0)::text AS today FROM withdrawals
      WHERE user_id = $1 AND method_id = $2 AND ${sinceToday}
        AND status NOT IN (${canceled}, ${unsuccessful}, ${canceledByValidation})`,
    [userId, methodId],
  );
  return rows[0]?.today ?? '0';
}
