/** Offers as lenders make and end them. Locks: user, offer, loans by id, accounts. */
import { DomainError } from '@pelican/shared/contracts';
import { type EditedOrder, type NewOrder, offerDays, openOffersMax } from '@pelican/shared/contracts/loans';
import { dayMs, decide, decideOffer, openOffer } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogAsset, UnopenedAssets } from '../../catalog/index.ts';
import { lockLiveSession, type SessionOfUser } from '../../identity/index.ts';
import { type AccountName, lockAccounts, mainAccount, postEntries } from '../../ledger/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { offerAccount, requestAccount } from './accounts.ts';
import { bindOnce } from './binding.ts';
import { runOnce } from './calls.ts';
import { contextOf, lockPending, type StoredLoan } from './loans.ts';
import { readNow, unitsAvailable } from './locked.ts';
import { keepEdit } from './offer-edits.ts';
import {
  countOffers,
  insertOffer,
  lockOffer,
  nextOfferId,
  rewriteOffer,
  type StoredOffer,
  saveOffer,
} from './offers.ts';
import { checkOrder, orderOfEdit } from './order-form.ts';
import { ledgerEntry } from './postings.ts';
import { refusedOffer } from './refusals.ts';
import { saveLoan } from './save-loan.ts';
import { type LoanCatalog, type MoneySettings, readSettings } from './settings.ts';
import { tellOfLoan } from './tell.ts';

export interface OfferServiceDeps {
  pool: pg.Pool;
  catalog(): LoanCatalog;
  unopened: UnopenedAssets;
}

/** By a lender in a day, before no more are made. */
const endedOffersMax = 50;

/**
 * Holds the whole amount for a new offer.
 * @returns its id @throws DomainError invalid_argument, unknown_asset, currency_not_accepted, too_many_offers, insufficient_balance,
 * and what `bindOnce` throws
 */
export async function createOffer(
  { pool, catalog, unopened }: OfferServiceDeps,
  session: SessionOfUser,
  order: NewOrder,
  key: string | undefined,
): Promise<number> {
  const { userId: lenderId } = session;
  const assets = catalog();
  const hidden = await unopened();
  const call = { userId: lenderId, key, content: ['offer', order] };
  return inTransaction(pool, (tx) =>
    bindOnce(tx, session, call, async () =>
      makeOffer(tx, { lenderId, order, settings: await readSettings(tx, assets, hidden) }),
    ),
  );
}

interface WantedOffer {
  lenderId: number;
  order: NewOrder;
  settings: readonly MoneySettings[];
}

/**
 * The caller has locked the lender's row.
 * @returns its id @throws DomainError invalid_argument, unknown_asset, currency_not_accepted, too_many_offers, insufficient_balance
 */
export async function makeOffer(tx: Transaction, { lenderId, order, settings }: WantedOffer): Promise<number> {
  const { amount, terms, facts, expiresDays } = checkOrder(order, settings);
  await demandFewOffers(tx, lenderId);
  const id = await nextOfferId(tx);
  const side = { lenderId, money: facts.money };
  const holder = { userId: lenderId, assetId: facts.money.id };
  const main = mainAccount(holder);
  const accounts = await lockAccounts(tx, [main, offerAccount(holder)]);
  const opened = openOffer(id, terms, amount ?? terms.amountTo, unitsAvailable(accounts, main, facts.money));
  if (opened.refusal !== null) throw refusedOffer(opened.refusal);
  const expiresAt = new Date((await readNow(tx)) + (expiresDays ?? offerDays) * dayMs);
  await insertOffer(tx, opened.offer, { ...facts, lenderId, expiresAt });
  await postEntries(tx, opened.entry ? [ledgerEntry(opened.entry, side)] : []);
  return id;
}

/** @throws DomainError too_many_offers */
async function demandFewOffers(tx: Transaction, lenderId: number): Promise<void> {
  const { open, ended } = await countOffers(tx, lenderId);
  if (open >= openOffersMax) throw new DomainError('too_many_offers');
  if (ended >= endedOffersMax)
    throw new DomainError('too_many_offers', { message: 'You have ended too many offers today' });
}

/**
 * By its lender: what the amount grows by is held, what it shrinks by returns.
 * @throws DomainError offer_not_found, also for somebody else's; offer_closed, stale_version, amount_in_use, insufficient_balance,
 * invalid_argument, currency_not_accepted, and what `bindOnce` throws
 */
export async function editOffer(
  { pool, catalog, unopened }: OfferServiceDeps,
  { session, id, edit, key }: { session: SessionOfUser; id: number; edit: EditedOrder; key: string | undefined },
): Promise<void> {
  const { userId: lenderId } = session;
  const assets = catalog();
  const hidden = await unopened();
  const call = { userId: lenderId, key, content: ['edit', id, edit] };
  await inTransaction(pool, (tx) => bindOnce(tx, session, call, () => step(tx)));

  async function step(tx: Transaction): Promise<number> {
    const offer = await lockOffer(tx, assets, id);
    if (offer?.facts.lenderId !== lenderId) throw new DomainError('offer_not_found');
    const { money, pledgeIds } = offer.facts;
    const tickers = pledgeIds.flatMap((assetId) => assets.assetById(assetId)?.ticker ?? []);
    const settings = await readSettings(tx, assets, hidden);
    const checked = checkOrder(orderOfEdit(offer, edit, tickers), settings, pledgeIds);
    const holder = { userId: lenderId, assetId: money.id };
    const accounts = await lockAccounts(tx, [mainAccount(holder), offerAccount(holder)]);
    const edited = decideOffer(offer, {
      type: 'edit',
      version: edit.version,
      amount: checked.amount ?? offer.free + offer.reserved + offer.lent,
      terms: checked.terms,
      main: unitsAvailable(accounts, mainAccount(holder), money),
    });
    if (edited.refusal !== null) throw refusedEdit(edited.refusal, offer);
    const { expiresDays } = checked;
    const expiresAt =
      expiresDays === null ? offer.facts.expiresAt : new Date((await readNow(tx)) + expiresDays * dayMs);
    const facts = { ...checked.facts, lenderId, expiresAt };
    await rewriteOffer(tx, edited.offer, facts);
    const { version, terms } = edited.offer;
    await keepEdit(tx, assets, { id, version, before: offer, after: { terms, facts } });
    await postEntries(tx, edited.entry ? [ledgerEntry(edited.entry, { lenderId, money })] : []);
    return id;
  }
}

function refusedEdit(refusal: Parameters<typeof refusedOffer>[0], { reserved, lent, facts }: StoredOffer): DomainError {
  const used = formatBigUnits(reserved + lent, facts.money.scale);
  return refusedOffer(refusal, refusal === 'amount_in_use' ? `${used} is lent or reserved` : undefined);
}

/** By its lender. @throws DomainError offer_not_found, also for somebody else's; offer_closed, invalid_token, repeated_with_other_content */
export async function finishOffer(
  { pool, catalog }: OfferServiceDeps,
  { session, id, key }: { session: SessionOfUser; id: number; key: string | undefined },
): Promise<void> {
  const { userId: lenderId } = session;
  const assets = catalog();
  const call = { userId: lenderId, key, content: ['finish', id] };
  await inTransaction(pool, async (tx) => {
    await lockLiveSession(tx, session);
    await runOnce(tx, call, async () => {
      const offer = await lockOffer(tx, assets, id);
      if (offer?.facts.lenderId !== lenderId) throw new DomainError('offer_not_found');
      if (offer.state !== 'open') throw new DomainError('offer_closed');
      await endOffer(tx, assets, offer);
      return id;
    });
  });
}

/** Rejects what waits and gives back what is free of an open offer that is locked. */
export async function endOffer(tx: Transaction, assets: LoanCatalog, offer: StoredOffer): Promise<void> {
  const { lenderId, money } = offer.facts;
  const finished = decideOffer(offer, { type: 'finish' });
  if (finished.refusal !== null) throw refusedOffer(finished.refusal);
  const pending = await lockPending(tx, assets, offer.id);
  await lockAccounts(tx, accountsOfEnd(lenderId, money, pending));
  const now = await readNow(tx);
  const entries = finished.entry ? [ledgerEntry(finished.entry, { lenderId, money })] : [];
  for (const loan of pending) {
    const rejected = decide(loan, { type: 'reject' }, contextOf({ now, money: 0n, coins: 0n, principalTo: 'main' }));
    if (rejected.refusal !== null) throw new RangeError(`request ${loan.id} is not pending`);
    await saveLoan(tx, loan, rejected.loan, now);
    entries.push(...rejected.entries.map((entry) => ledgerEntry(entry, loan.sides)));
    await tellOfLoan(tx, loan, rejected);
  }
  await saveOffer(tx, finished.offer, money);
  await postEntries(tx, entries);
}

function accountsOfEnd(lenderId: number, money: CatalogAsset, pending: readonly StoredLoan[]): AccountName[] {
  const lender = { userId: lenderId, assetId: money.id };
  return [
    mainAccount(lender),
    offerAccount(lender),
    ...pending.flatMap(({ sides: { borrowerId, crypto } }) => {
      const borrower = { userId: borrowerId, assetId: crypto.id };
      return [mainAccount(borrower), requestAccount(borrower)];
    }),
  ];
}
