/** Withdrawals as their users request, confirm and cancel them. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import {
  type Confirmation,
  confirmMinutes,
  type RequestedWithdrawal,
  type WithdrawalLimit,
  type WithdrawalView,
} from '@pelican/shared/contracts/withdrawals';
import type pg from 'pg';
import { demandUnlocked, kycFor, lockLiveSession, lockUserRow, type Require } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import {
  demandAccount,
  demandVerifiedEmail,
  type FactorChecks,
  type Proof,
  type SessionCaller,
  sessionCallerOf,
} from '../auth/index.ts';
import type { FoundMethod, PaymentsService } from '../payments/index.ts';
import { type CheckedAmount, checkAmount } from './check-amount.ts';
import type { Confirmations, SentConfirmation } from './confirmation.ts';
import { type GivenAddress, resolveAddress } from './destination.ts';
import { cancelWithdrawal } from './end.ts';
import { demandWithin, leftOf, limitOf, type Standing, type Tier, tierOf, usedUsd } from './limits.ts';
import { holdMoney } from './money.ts';
import { noticePayload } from './notices.ts';
import type { AssetPrice } from './prices.ts';
import { findOfKey, findOwn, insertWithdrawal, lockWithdrawal, type Withdrawal } from './repository.ts';
import { confirmWithdrawal, settleConfirmed } from './settle.ts';
import { viewWithdrawal } from './view.ts';

const unverified = 'You must pass personal verification';

/** Where it goes: an address of a network, or a bank account that its own domain has checked. */
export type Destination = GivenAddress | BankDestination;

/** A bank account of the user, which its own domain knows. */
export interface BankDestination {
  bankId: number;
  /**
   * Its bank and last digits, by which its owner recognises it in messages and lists. In a transaction the account stays as it is.
   * @throws DomainError unless the user may have money paid to it
   */
  describe(db: Queryable): Promise<string>;
  /** Asked under the lock of the user's row. @throws DomainError more than the user may withdraw by the method in one day */
  demandDay(tx: Transaction, wanted: { methodId: number; amount: string }): Promise<void>;
}

export interface WantedWithdrawal extends Proof {
  ticker: string;
  paymentKey: string;
  amount: string;
}

export interface WithdrawalService {
  /**
   * Holds the amount. A session shows a second factor where one is enabled, and confirms it afterwards; an API key withdraws to saved
   * addresses alone, without a confirmation.
   * @throws DomainError what `destination` throws, insufficient_scope (an API key and a bank), kyc_required, withdrawals_locked, account_blocked, email_unverified, withdrawal_disabled, unknown_asset, unknown_payment_method,
   * invalid_argument, invalid_address, not_found, address_not_saved, address_waits, amount_too_small, amount_too_large, wrong_step, out_of_range,
   * insufficient_balance, withdrawal_limit, price_unknown, factor_needed, factor_wrong, repeated_with_other_content, too_many_requests
   */
  request(
    caller: { principal: Principal; ip: string },
    wanted: WantedWithdrawal,
    destination: Destination,
    idempotencyKey: string | undefined,
  ): Promise<RequestedWithdrawal>;
  /** @throws DomainError as `confirmWithdrawal` */
  confirm(person: SessionCaller | undefined, proof: Confirmation): Promise<WithdrawalView>;
  /** @throws DomainError not_found, withdrawal_closed */
  cancel(userId: number, id: number): Promise<WithdrawalView>;
  limit(principal: Principal): Promise<WithdrawalLimit>;
}

export interface WithdrawalServiceDeps {
  pool: pg.Pool;
  payments: Pick<PaymentsService, 'method'>;
  confirmations: Confirmations;
  require: Require;
  factorChecks: Pick<FactorChecks, 'demand'>;
  /** Of now; undefined when no market has a price for the asset. */
  priceOf(ticker: string): AssetPrice | undefined;
  rules: WithdrawalRules;
}

/** What of a request is settled before its transaction. */
interface Checked {
  principal: Principal;
  /** Undefined for an API key. */
  person: SessionCaller | undefined;
  found: FoundMethod;
  tier: Tier;
  amounts: CheckedAmount;
  destination: Destination;
  idempotencyKey: string;
}

export function createWithdrawalService(deps: WithdrawalServiceDeps): WithdrawalService {
  const { pool, payments, confirmations, require, factorChecks, priceOf, rules } = deps;

  async function standingOf(principal: Principal): Promise<Standing> {
    try {
      const { secondFactor } = await require(principal, kycFor('withdraw', unverified));
      return { isVerified: true, hasSecondFactor: secondFactor };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'kyc_required') throw error;
      return { isVerified: false, hasSecondFactor: principal.secondFactor };
    }
  }

  /** @throws DomainError kyc_required */
  async function demandTier(principal: Principal, { asset }: FoundMethod): Promise<Tier> {
    const tier = tierOf(await standingOf(principal));
    if (tier !== 'new') return tier;
    if (asset.unverifiedWithdrawals) return 'basic';
    throw new DomainError('kyc_required', { message: unverified });
  }

  async function locate(db: Queryable, { principal, person, found, destination }: Checked) {
    const { method } = found;
    if ('bankId' in destination) {
      if (method.kind !== 'bank') throw new DomainError('unknown_payment_method');
      if (!person) throw new DomainError('insufficient_scope', { message: 'An API key does not withdraw to a bank' });
      return { address: await destination.describe(db), memo: '', bankId: destination.bankId };
    }
    if (method.kind === 'bank')
      throw new DomainError('invalid_argument', { fields: { bank_id: ['Field is required'] } });
    if (method.kind !== 'crypto') throw new DomainError('unknown_payment_method');
    const question = { userId: principal.userId, method, isKey: person === undefined, given: destination };
    return { ...(await resolveAddress(db, question)), bankId: null };
  }

  async function place(tx: Transaction, checked: Checked): Promise<{ id: number; repeated: boolean }> {
    const { principal, person, found, tier, amounts, destination, idempotencyKey } = checked;
    const { userId } = principal;
    await (person ? lockLiveSession(tx, person) : lockUserRow(tx, userId));
    await demandUnlocked(tx, userId);
    const { amount, fee, usdValue } = amounts;
    const assetId = found.asset.id;
    // An allow-list may have been switched on, and an address deleted, since it was looked for.
    const facts = { userId, assetId, methodId: found.method.id, amount, ...(await locate(tx, checked)) };
    const first = await findOfKey(tx, userId, idempotencyKey);
    if (first) return { id: sameOrThrow(first, facts), repeated: true };
    if ('bankId' in destination) await destination.demandDay(tx, facts);
    demandWithin(usdValue, limitOf(tier, rules), await usedUsd(tx, userId));
    const expiresInMinutes = person ? confirmMinutes : undefined;
    const id = await insertWithdrawal(tx, { ...facts, fee, usdValue, idempotencyKey, expiresInMinutes });
    if (id === undefined) throw new Error(`two withdrawals of user ${userId} under one key and lock`);
    await holdOrRefuse(tx, { id, userId, assetId, amount });
    const withdrawal = await lockWithdrawal(tx, id);
    if (!withdrawal) throw new Error(`withdrawal ${id} is not there`);
    if (person) await tellOfRequest(tx, withdrawal);
    else await settleConfirmed(tx, withdrawal, { rules, priceOf });
    return { id, repeated: false };
  }

  async function viewOwn(userId: number, id: number): Promise<WithdrawalView> {
    const own = await findOwn(pool, userId, id);
    if (!own) throw new DomainError('not_found');
    return viewWithdrawal(own);
  }

  return {
    async request({ principal, ip }, wanted, destination, givenKey) {
      const { userId } = principal;
      const person = principal.sessionId === undefined ? undefined : sessionCallerOf(principal, { ip });
      const found = await payments.method(wanted.ticker, wanted.paymentKey, 'withdraw');
      const tier = await demandTier(principal, found);
      if (person) demandVerifiedEmail(await demandAccount(pool, userId));
      const amounts = checkAmount(wanted.amount, found, priceOf(found.asset.ticker));
      const idempotencyKey = givenKey ?? randomUUID();
      const checked = { principal, person, found, tier, amounts, destination, idempotencyKey };
      // Before the factor, which is used up.
      await locate(pool, checked);
      if (person) await factorChecks.demand(person, wanted);
      const { id, repeated } = await inTransaction(pool, (tx) => place(tx, checked));
      const sent = person && !repeated ? await sendFirst(person, id) : null;
      return { ...(await viewOwn(userId, id)), repeated, sent };
    },

    async confirm(person, proof) {
      const { userId, id } = await confirmWithdrawal({ pool, confirmations, rules, priceOf }, person, proof);
      return viewOwn(userId, id);
    },

    async cancel(userId, id) {
      await inTransaction(pool, (tx) => cancelWithdrawal(tx, userId, id));
      return viewOwn(userId, id);
    },

    async limit(principal) {
      const tier = tierOf(await standingOf(principal));
      const limit = limitOf(tier, rules);
      const used = await usedUsd(pool, principal.userId);
      const { basicUsd, enhancedUsd } = rules;
      return {
        tier,
        limit: String(limit),
        used,
        left: leftOf(limit, used),
        basic: String(basicUsd),
        enhanced: String(enhancedUsd),
      };
    },
  };

  /** A mail that cannot be sent now is asked for again by its user. */
  async function sendFirst(person: SessionCaller, id: number): Promise<SentConfirmation | null> {
    return confirmations.send(person, id, 'mail').catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  }
}

type Facts = Pick<Withdrawal, 'assetId' | 'methodId' | 'amount' | 'address' | 'memo' | 'bankId'>;

/** @throws DomainError repeated_with_other_content */
function sameOrThrow(first: Withdrawal, wanted: Facts): number {
  const names = ['assetId', 'methodId', 'amount', 'address', 'memo', 'bankId'] as const;
  if (names.some((name) => first[name] !== wanted[name])) throw new DomainError('repeated_with_other_content');
  return first.id;
}

/** @throws DomainError insufficient_balance in the words of withdrawals */
async function holdOrRefuse(tx: Transaction, held: Parameters<typeof holdMoney>[1]): Promise<void> {
  await holdMoney(tx, held).catch((cause: unknown) => {
    if (!(cause instanceof DomainError) || cause.code !== 'insufficient_balance') throw cause;
    const message = 'Amount should not be greater than your balance!';
    throw new DomainError('insufficient_balance', { message, fields: { amount: [message] }, cause });
  });
}

async function tellOfRequest(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { userId } = withdrawal;
  await writeNotices(tx, [{ userId, kind: 'withdrawal_requested', payload: noticePayload(withdrawal) }]);
}
