/** Deposits by bank transfer as users report them. */
import { DomainError } from '@pelican/shared/contracts';
import type { InrDeposit, InrRequisites, NewInrDeposit } from '@pelican/shared/contracts/inr';
import { parseBigUnits, stripZeros } from '@pelican/shared/money';
import type pg from 'pg';
import { kycFor, lockLiveSession, type Require, type SessionOfUser } from '../../../identity/index.ts';
import { inTransaction, type Queryable } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import {
  demandEnabled,
  type FoundMethod,
  lockOpenTerms,
  type PaymentsService,
  splitFee,
} from '../../payments/index.ts';
import { findOwnBank } from '../banks/repository.ts';
import { demandWithinDay } from '../day-limit.ts';
import { rupeeMethod, rupeesText } from '../rupees.ts';
import { findBankTerms } from '../terms.ts';
import { type BankDeposit, findDeposit, findDeposits, insertDeposit, sumToday } from './repository.ts';
import { viewDeposit } from './view.ts';

/** Of a user, before an operator has looked at any of them. */
const waitingMax = 20;
const unverified = "You can't Perform Deposit or Withdraw until KYC is Approved. Please contact Support";

export interface InrDepositServiceDeps {
  pool: pg.Pool;
  payments: Pick<PaymentsService, 'method'>;
  require: Require;
}

export type InrDepositService = ReturnType<typeof createInrDepositService>;

export function createInrDepositService({ pool, payments, require }: InrDepositServiceDeps) {
  /** @throws DomainError unknown_asset, unknown_payment_method, deposit_disabled */
  async function openMethod(ticker: string, userId: number) {
    const found = await payments.method(ticker, rupeeMethod.key, 'deposit', userId);
    if (found.method.kind !== 'bank') throw new DomainError('unknown_payment_method');
    demandEnabled(ticker, found.terms, 'deposit');
    return found;
  }

  return {
    /** @throws DomainError inr_bank_not_found, inr_bank_not_verified, deposit_disabled */
    async requisites(own: { userId: number; id: number }): Promise<InrRequisites> {
      const bank = await findOwnBank(pool, own);
      if (bank.status !== 'active') throw new DomainError('inr_bank_not_verified');
      const { method, terms } = await openMethod(rupeeMethod.ticker, own.userId);
      const { requisites, amountDay } = await findBankTerms(pool, method.id, 'deposit');
      // Cleared between the two reads.
      if (!requisites) throw new DomainError('deposit_disabled');
      return {
        ticker: rupeeMethod.ticker,
        paymentKey: rupeeMethod.key,
        ...requisites,
        minAmount: terms.amountMin,
        maxAmount: terms.amountMax,
        dailyMax: amountDay,
        fee: terms.feeFixed,
      };
    },

    /**
     * Writes down that a transfer was made; an operator credits it.
     * @throws DomainError kyc_required, unknown_asset, unknown_payment_method, deposit_disabled, invalid_argument, inr_bank_not_found,
     * inr_bank_not_verified, inr_transaction_id_exists, inr_daily_limit, too_many_requests, invalid_token
     */
    async report(
      principal: Principal,
      session: SessionOfUser,
      ticker: string,
      wanted: NewInrDeposit,
    ): Promise<InrDeposit> {
      await require(principal, kycFor('deposit', unverified));
      const { userId } = session;
      const found = await openMethod(ticker, userId);
      const { asset, method } = found;
      demandWithin(wanted.amount, found);
      const id = await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, session);
        // Its deletion waits, and finds this deposit.
        const bank = await findOwnBank(tx, { userId, id: wanted.bank_id }, 'FOR SHARE');
        if (bank.status !== 'active') throw new DomainError('inr_bank_not_verified');
        const current = await lockOpenTerms(tx, found, 'deposit');
        const amount = demandWithin(wanted.amount, current);
        const { fee } = splitFee(amount, current.terms, asset);
        const { amountDay } = await findBankTerms(tx, method.id, 'deposit');
        const { today, waiting } = await sumToday(tx, userId, method.id);
        if (waiting >= waitingMax) throw new DomainError('too_many_requests');
        demandWithinDay({ verb: 'deposit', amount, today, amountDay });
        return insertDeposit(tx, {
          userId,
          assetId: asset.id,
          methodId: method.id,
          bankId: bank.id,
          amount,
          fee,
          transactionId: wanted.transaction_id,
        });
      });
      return viewDeposit((await findDeposit(pool, id)) as BankDeposit);
    },

    async list(db: Queryable, wanted: { userId: number; offset: number; limit: number }) {
      const { result, total } = await findDeposits(db, wanted);
      return { result: result.map(viewDeposit), total, offset: wanted.offset, limit: wanted.limit };
    },
  };
}

/** @returns the amount without needless zeros @throws DomainError invalid_argument */
function demandWithin(given: string, { asset, terms }: FoundMethod): string {
  const units = (text: string) => parseBigUnits(text, asset.scale);
  const amount = stripZeros(given);
  if (units(amount) < units(terms.amountMin)) throw amountError(`Min value is ${rupeesText(terms.amountMin)}`);
  if (terms.amountMax !== '0' && units(amount) > units(terms.amountMax))
    throw amountError(`Max value is ${rupeesText(terms.amountMax)}`);
  return amount;
}

function amountError(text: string): DomainError {
  return new DomainError('invalid_argument', { fields: { amount: [text] } });
}
