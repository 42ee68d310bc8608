/**
 * One step of a loan: rows and accounts locked, the state machine asked, and what it says written in the same transaction.
 * Locks: user (of the caller), offer, loan, accounts by id. docs/loans.md, "Commands".
 */
import {
  decide,
  decideOffer,
  isUnsettled,
  type Loan,
  type LoanCommand,
  type LoanEntry,
  type OfferCommand,
  principalGoesTo,
} from '@pelican/shared/loans';
import { type AccountName, type AccountRows, lockAccounts, mainAccount, postEntries } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { loanFeeAccount, loanGstAccount, offerAccount, pledgeAccount, requestAccount } from './accounts.ts';
import { followDispute } from './disputes/rows.ts';
import { contextOf, findOfferOf, type LoanAssets, lockLoanRow, type StoredLoan } from './loans.ts';
import { readNow, unitsAvailable } from './locked.ts';
import { lockOffer, type StoredOffer, saveOffer } from './offers.ts';
import { type LoanSides, nobody, stepEntries } from './postings.ts';
import { refusedLoan, refusedOffer } from './refusals.ts';
import { saveLoan } from './save-loan.ts';
import { tellOfLoan, toldPrice } from './tell.ts';

export interface LockedLoan {
  loan: StoredLoan;
  /** Null: it began as an open request. */
  offer: StoredOffer | null;
}

/** Undefined when there is no such loan. */
export async function lockLoan(tx: Transaction, assets: LoanAssets, id: number): Promise<LockedLoan | undefined> {
  const offerId = await findOfferOf(tx, id);
  if (offerId === undefined) return undefined;
  const offer = offerId === null ? null : await lockOffer(tx, assets, offerId);
  const loan = offer === undefined ? undefined : await lockLoanRow(tx, assets, id);
  return loan && offer !== undefined ? { loan, offer } : undefined;
}

/**
 * All accounts that a step of a loan may touch.
 * @param isStart fees are taken too, by accounts that all loans share
 * @param others of the rest of the step
 */
export function lockLoanAccounts(
  tx: Transaction,
  { lenderId, borrowerId, money, crypto }: LoanSides,
  isStart: boolean,
  others: readonly AccountName[] = [],
): Promise<AccountRows> {
  const lender = { userId: lenderId, assetId: money.id };
  const coins = { userId: borrowerId, assetId: crypto.id };
  return lockAccounts(tx, [
    ...(lenderId === nobody ? [] : [mainAccount(lender), offerAccount(lender)]),
    mainAccount({ userId: borrowerId, assetId: money.id }),
    mainAccount(coins),
    requestAccount(coins),
    pledgeAccount(coins),
    ...(isStart ? [loanFeeAccount(money.id), loanGstAccount(money.id)] : []),
    ...others,
  ]);
}

/** What is free in the borrower's wallets. */
export function walletsOf(rows: AccountRows, { borrowerId, money, crypto }: LoanSides) {
  const of = (asset: LoanSides['money']) =>
    unitsAvailable(rows, mainAccount({ userId: borrowerId, assetId: asset.id }), asset);
  return { money: of(money), coins: of(crypto) };
}

function lenderMainOf(rows: AccountRows, { lenderId, money }: LoanSides): bigint {
  return lenderId === nobody ? 0n : unitsAvailable(rows, mainAccount({ userId: lenderId, assetId: money.id }), money);
}

/** A command that a price is part of: it is read once everything is locked, for who waits for a lock waits on an old price. */
export interface PricedCommand {
  type: LoanCommand['type'];
  /** @param lenderMain what is free in the lender's main wallet */
  withPrice(lenderMain: bigint): LoanCommand;
}

export interface StepOptions {
  /** In place of the database's clock, Unix ms: jobs that catch up, and drills. */
  at?: number;
  /** The text of a refusal, with its figures; undefined for the code's own. */
  words?: (refusal: string, command: LoanCommand, now: number) => string | undefined;
  /** To lock beside those of the loan. */
  accounts?: readonly AccountName[];
  /** Of a step that moves coins of the desk. */
  deskId?: number;
}

/** @throws DomainError the refusal of the state machine */
export async function takeStep(
  tx: Transaction,
  { loan, offer }: LockedLoan,
  wanted: LoanCommand | PricedCommand,
  { at, words, accounts: others, deskId }: StepOptions = {},
): Promise<Loan> {
  const accounts = await lockLoanAccounts(tx, loan.sides, wanted.type === 'approve', others);
  const now = at ?? (await readNow(tx));
  const command = 'withPrice' in wanted ? wanted.withPrice(lenderMainOf(accounts, loan.sides)) : wanted;
  const principalTo = offer ? principalGoesTo(offer) : 'main';
  const context = contextOf({ now, ...walletsOf(accounts, loan.sides), principalTo });
  const decision = decide(loan, command, context);
  if (decision.refusal !== null) throw refusedLoan(decision.refusal, words?.(decision.refusal, command, now));
  // A run that has found nothing: the loan is looked at again and again while it is overdue.
  if (command.type === 'run' && decision.entries.length === 0 && decision.events.length === 0) return loan;
  await saveLoan(tx, loan, decision.loan, now);
  if (offer) await followInOffer(tx, offer, offerCommand(loan, decision.loan, isToOffer(decision.entries)));
  await followDispute(tx, loan, decision, now);
  const sides = { ...loan.sides, ...(deskId !== undefined && { deskId }) };
  await postEntries(tx, stepEntries(decision.entries, sides, loan.principal - decision.loan.principal));
  await tellOfLoan(tx, loan, { ...decision, price: toldPrice(command) });
  return decision.loan;
}

/** What a step of a loan means for its offer; null: nothing. */
function offerCommand(before: Loan, after: Loan, isOffered: boolean): OfferCommand | null {
  const { amount } = before.terms;
  if (before.state === 'pending') {
    if (after.state === 'pending') return null;
    return { type: after.state === 'active' ? 'approve' : 'giveBack', amount };
  }
  const principal = lentIn(before) - lentIn(after);
  return principal === 0n ? null : { type: 'reduce', principal, isToOffer: isOffered };
}

/** Whether principal has come back to what the offer has on offer. */
function isToOffer(entries: readonly LoanEntry[]): boolean {
  return entries.some(({ legs }) => legs.some(({ account, amount }) => account === 'p2p_offer' && amount > 0n));
}

/** What of an offer is lent in a loan: of one that has ended nothing is, whatever is still owed. */
function lentIn(loan: Loan): bigint {
  return isUnsettled(loan) ? loan.principal : 0n;
}

async function followInOffer(tx: Transaction, offer: StoredOffer, command: OfferCommand | null): Promise<void> {
  if (!command) return;
  const followed = decideOffer(offer, command);
  if (followed.refusal !== null) throw refusedOffer(followed.refusal);
  await saveOffer(tx, followed.offer, offer.facts.money);
}
