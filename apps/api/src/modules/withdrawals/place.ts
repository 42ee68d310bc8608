/** The transaction of a request: under the lock of its user it is checked once more, written, and its money held. */
import { DomainError } from '@pelican/shared/contracts';
import type { GivenReceiver } from '@pelican/shared/contracts/fiat';
import { confirmMinutes } from '@pelican/shared/contracts/withdrawals';
import { stripZeros } from '@pelican/shared/money';
import { demandUnlocked, lockLiveSession, lockUserRow } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { SessionCaller } from '../auth/index.ts';
import { demandTimeline, type FoundMethod, lockOpenTerms } from '../payments/index.ts';
import type { AddressAndMemo } from './addresses/repository.ts';
import { type CheckedAmount, checkAmount } from './check-amount.ts';
import { demandNameAllowed, type GivenAddress, resolveAddress } from './destination.ts';
import { demandWithin, isWithin, limitOf, type Tier, usedUsd } from './limits.ts';
import { holdMoney } from './money.ts';
import { noticePayload } from './notices.ts';
import { type Channel, findOfKey, findOwn, insertWithdrawal, type Withdrawal } from './repository.ts';
import { type SettleDeps, settleConfirmed } from './settle.ts';

/** Where it goes: an address of a network, a bank account that its own domain has checked, or a receiver of a payment provider. */
export type Destination = GivenAddress | BankDestination | RegisteredReceiver;

/** Whom a payment provider pays, once the provider has taken who that is. */
export interface RegisteredReceiver {
  registered: AddressAndMemo;
}

/** Whom a payment provider is to pay, before it was asked. */
export interface TypedReceiver {
  typed: GivenReceiver;
  /** In lists. */
  name: string;
}

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

/** What of a request is settled before its transaction. */
export interface CheckedRequest {
  principal: Principal;
  /** Undefined for an API key. */
  person: SessionCaller | undefined;
  found: FoundMethod;
  tier: Tier;
  amounts: CheckedAmount;
  /** The fee that its user has seen, whole units; undefined: they take any. */
  seenFee: string | undefined;
  destination: Destination;
  /** Over what it is confirmed. */
  confirmBy: readonly Channel[];
  /** Who reads its user's mail has both what proved the request and what confirms it. */
  isOfMailbox: boolean;
  idempotencyKey: string;
}

type Facts = Pick<Withdrawal, 'userId' | 'assetId' | 'methodId' | 'amount' | 'address' | 'memo' | 'bankId'>;

/** @throws DomainError what the destination throws, withdrawals_locked, account_blocked, withdrawal_limit, confirmation_channel, insufficient_balance, repeated_with_other_content, payouts_stopped, withdrawal_disabled, fee_changed, and what `checkAmount` throws */
export async function placeWithdrawal(
  tx: Transaction,
  checked: CheckedRequest,
  settling: SettleDeps,
): Promise<{ withdrawal: Withdrawal; repeated: boolean }> {
  const { principal, person, found, destination } = checked;
  const { userId } = principal;
  await (person ? lockLiveSession(tx, person) : lockUserRow(tx, userId));
  await demandUnlocked(tx, userId);
  await demandTimeline(tx);
  // An allow-list may have been switched on, and an address deleted, since it was looked for.
  const where = await locate(tx, checked);
  const facts = {
    userId,
    assetId: found.asset.id,
    methodId: found.method.id,
    amount: checked.amounts.amount,
    ...where,
  };
  const repeated = await findRepeat(tx, facts, checked.idempotencyKey);
  if (repeated) return { withdrawal: repeated, repeated: true };
  const amounts = await lockAmounts(tx, checked, settling);
  if ('bankId' in destination) await destination.demandDay(tx, facts);
  await demandValue(tx, checked, amounts.usdValue, settling.rules);
  const withdrawal = await insertAndHold(tx, facts, { ...checked, amounts });
  if (person) {
    await tellOfRequest(tx, withdrawal);
    return { withdrawal, repeated: false };
  }
  await settleConfirmed(tx, withdrawal, settling);
  return { withdrawal: await demandWritten(tx, withdrawal), repeated: false };
}

/** @throws DomainError withdrawal_limit, confirmation_channel: above the limit of those without a second factor it takes more than the mailbox */
async function demandValue(
  tx: Transaction,
  { principal, tier, isOfMailbox }: CheckedRequest,
  usdValue: string,
  rules: SettleDeps['rules'],
): Promise<void> {
  const used = await usedUsd(tx, principal.userId);
  demandWithin(usdValue, limitOf(tier, rules), used);
  if (!isOfMailbox || isWithin(usdValue, rules.basicUsd, used)) return;
  throw new DomainError('confirmation_channel', {
    message: `A code by mail confirms this withdrawal: above ${rules.basicUsd} USD in 24 hours show another second factor than a code by mail or to a new phone number`,
  });
}

/** By the terms of now, which stay until it is written down. @throws DomainError withdrawal_disabled, fee_changed, and what `checkAmount` throws */
async function lockAmounts(
  tx: Transaction,
  { found, amounts: { amount }, seenFee }: CheckedRequest,
  { priceOf }: SettleDeps,
): Promise<CheckedAmount> {
  const current = await lockOpenTerms(tx, found, 'withdraw');
  const { ticker } = found.asset;
  const amounts = checkAmount(amount, current, priceOf(ticker));
  if (seenFee === undefined || stripZeros(seenFee) === amounts.fee) return amounts;
  const message = `The fee is ${amounts.fee} ${ticker} now`;
  throw new DomainError('fee_changed', { message, fields: { amount: [message] } });
}

/** What of a request can be refused before its factor, which is used up, is. @throws DomainError what `locate` throws */
export async function demandLocated(
  db: Queryable,
  {
    destination,
    ...request
  }: Pick<CheckedRequest, 'principal' | 'person' | 'found'> & {
    destination: Destination | TypedReceiver;
  },
): Promise<void> {
  if (!('typed' in destination)) {
    await locate(db, { ...request, destination });
    return;
  }
  const { principal, found } = request;
  const { name } = destination;
  await demandNameAllowed(db, {
    userId: principal.userId,
    methodId: found.method.id,
    name,
  });
}

/** @throws DomainError what the destination throws, unknown_payment_method, insufficient_scope (an API key and a bank), invalid_argument */
async function locate(
  db: Queryable,
  { principal, person, found, destination }: Pick<CheckedRequest, 'principal' | 'person' | 'found' | 'destination'>,
): Promise<Pick<Withdrawal, 'address' | 'memo' | 'bankId'>> {
  const { method } = found;
  if ('bankId' in destination) {
    if (method.kind !== 'bank') throw new DomainError('unknown_payment_method');
    if (!person) throw new DomainError('insufficient_scope', { message: 'An API key does not withdraw to a bank' });
    return { address: await destination.describe(db), memo: '', bankId: destination.bankId };
  }
  if (method.kind === 'bank') throw new DomainError('invalid_argument', { fields: { bank_id: ['Field is required'] } });
  const isRegistered = 'registered' in destination;
  const isOfProvider = method.kind === 'provider';
  if (isRegistered !== isOfProvider && !isSaved(destination)) throw new DomainError('unknown_payment_method');
  const given = isRegistered ? destination.registered : destination;
  const question = { userId: principal.userId, method, isKey: person === undefined, given };
  return { ...(await resolveAddress(db, question)), bankId: null };
}

/** By its id alone, which is looked for among those of the method. */
function isSaved(destination: GivenAddress | RegisteredReceiver): boolean {
  return 'address_id' in destination && destination.address_id !== undefined;
}

/** @returns an earlier request with the key @throws DomainError repeated_with_other_content */
async function findRepeat(tx: Transaction, wanted: Facts, idempotencyKey: string): Promise<Withdrawal | undefined> {
  const first = await findOfKey(tx, wanted.userId, idempotencyKey);
  if (!first) return undefined;
  const names = ['assetId', 'methodId', 'amount', 'address', 'memo', 'bankId'] as const;
  if (names.some((name) => first[name] !== wanted[name])) throw new DomainError('repeated_with_other_content');
  return first;
}

/** @throws DomainError insufficient_balance */
async function insertAndHold(
  tx: Transaction,
  facts: Facts,
  { person, amounts: { fee, usdValue }, idempotencyKey, confirmBy }: CheckedRequest,
): Promise<Withdrawal> {
  const expiresInMinutes = person ? confirmMinutes : undefined;
  const id = await insertWithdrawal(tx, { ...facts, fee, usdValue, idempotencyKey, expiresInMinutes, confirmBy });
  await holdOrRefuse(tx, { id, ...facts });
  return demandWritten(tx, { id, ...facts });
}

/** Written by this transaction, which has its row locked thereby. */
async function demandWritten(tx: Transaction, { id, userId }: Pick<Withdrawal, 'id' | 'userId'>): Promise<Withdrawal> {
  const withdrawal = await findOwn(tx, userId, id);
  if (!withdrawal) throw new Error(`withdrawal ${id} is not there`);
  return withdrawal;
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
