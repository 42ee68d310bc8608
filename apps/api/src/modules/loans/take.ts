/** A borrower takes a part of an offer. Of two takes of the last amount the offer's lock lets one through. */
import { DomainError } from '@pelican/shared/contracts';
import { type Bid, pendingRequestsMax, requestHours } from '@pelican/shared/contracts/loans';
import {
  decideOffer,
  isApprovedAtOnce,
  type LoanTerms,
  lendableShare,
  pledgeFigures,
  requestLoan,
} from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { isActiveUser, lockUserRow } from '../../identity/index.ts';
import { postEntries } from '../../ledger/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { findCall, keepCall } from './calls.ts';
import { percentText, rateOfPercent } from './decimals.ts';
import { contextOf, countPending, nextLoanId } from './loans.ts';
import { readNow } from './locked.ts';
import type { OfferServiceDeps } from './offer-service.ts';
import { lockOffer, type StoredOffer, saveOffer } from './offers.ts';
import { type LoanSides, ledgerEntry } from './postings.ts';
import type { LoanPrices } from './prices.ts';
import { demandForm, outside, refusedOffer } from './refusals.ts';
import { demandNoDefault } from './sale/default.ts';
import { insertLoan } from './save-loan.ts';
import { type MoneySettings, type PledgeSettings, readSettings } from './settings.ts';
import { lockLoanAccounts, walletsOf } from './steps.ts';
import { tellOfLoan } from './tell.ts';

export interface TakeDeps extends OfferServiceDeps {
  prices: LoanPrices;
}

export interface WantedCredit {
  borrowerId: number;
  offerId: number;
  bid: Bid;
  key: string | undefined;
}

const hourMs = 3_600_000;
const defaultCushion = '1';

/**
 * Holds the pledge for a request, or begins the loan where the offer approves by itself.
 * @returns the loan's id @throws DomainError as the call's declaration says
 */
export async function takeCredit(deps: TakeDeps, wanted: WantedCredit): Promise<number> {
  const { borrowerId, offerId, bid, key } = wanted;
  const assets = deps.catalog();
  const call = { userId: borrowerId, key, content: ['take', offerId, bid] };
  return inTransaction(deps.pool, async (tx) => {
    await lockUserRow(tx, borrowerId);
    const first = await findCall(tx, call);
    if (first !== undefined) return first;
    await demandNoDefault(tx, borrowerId);
    const offer = await lockOffer(tx, assets, offerId);
    if (!offer) throw new DomainError('offer_not_found');
    await demandOpen(tx, offer);
    if (offer.facts.lenderId === borrowerId) throw new DomainError('own_offer');
    const money = (await readSettings(tx, assets)).find(({ asset }) => asset.id === offer.facts.money.id);
    if (!money?.isOpen) throw new DomainError('currency_not_accepted');
    const amount = parseBigUnits(bid.amount, money.asset.scale);
    const dayRate = rateOfPercent(bid.pay_percent);
    demandInRanges(offer, bid, { amount, dayRate });
    const pledge = acceptedPledge(offer, money, bid.currency);
    const isStarted = isApprovedAtOnce(offer, dayRate);
    if (!isStarted && (await countPending(tx, borrowerId)) >= pendingRequestsMax)
      throw new DomainError('too_many_pending');
    const terms = termsOf({ money, pledge, offer, amount, dayRate, days: bid.days });
    const held = heldPledge(deps.prices, { money, pledge, terms, bid });
    const taken = decideOffer(offer, { type: 'take', amount, dayRate });
    if (taken.refusal !== null) throw refusedTake(taken.refusal, offer);
    const sides: LoanSides = { lenderId: offer.facts.lenderId, borrowerId, money: money.asset, crypto: pledge.asset };
    const accounts = await lockLoanAccounts(tx, sides, isStarted);
    const now = await readNow(tx);
    const id = await nextLoanId(tx);
    const context = contextOf({ now, ...walletsOf(accounts, sides), principalTo: 'main' });
    const requested = requestLoan({ id, terms, pledge: held, source: 'p2p_offer' }, isStarted, context);
    if (requested.refusal !== null) throw new DomainError('insufficient_balance');
    const expiresAt = new Date(now + requestHours * hourMs);
    await insertLoan(tx, requested.loan, { offerId, sides, now, expiresAt });
    await saveOffer(tx, taken.offer, money.asset);
    await postEntries(
      tx,
      requested.entries.map((entry) => ledgerEntry(entry, sides)),
    );
    await tellOfLoan(tx, { sides }, requested);
    await keepCall(tx, call, id);
    return id;
  });
}

/** An offer of a lender who is blocked is as good as closed; so is one whose time is over, before the job finds it. */
async function demandOpen(tx: Transaction, { id, state, facts }: StoredOffer): Promise<void> {
  const { rows } = await tx.query<{ isOpen: boolean }>(
    `SELECT p2p_offers.expires_at > clock_timestamp() AND ${isActiveUser('lender')} AS "isOpen"
      FROM p2p_offers JOIN users lender ON lender.id = $2 WHERE p2p_offers.id = $1`,
    [id, facts.lenderId],
  );
  if (state !== 'open' || rows[0]?.isOpen !== true) throw new DomainError('offer_closed');
}

function demandInRanges(
  { terms, facts }: StoredOffer,
  bid: Bid,
  { amount, dayRate }: { amount: bigint; dayRate: bigint },
): void {
  const shown = (value: bigint) => formatBigUnits(value, facts.money.scale);
  demandForm({
    amount: outside(amount, terms.amountFrom, terms.amountTo, shown),
    days: outside(bid.days, facts.daysFrom, facts.daysTo, String),
    pay_percent: outside(dayRate, facts.dayRateFrom, facts.dayRateTo, percentText),
  });
}

function acceptedPledge({ facts }: StoredOffer, { pledges }: MoneySettings, ticker: string): PledgeSettings {
  const pledge = pledges.find(({ asset, isOpen }) => isOpen && asset.ticker === ticker);
  if (!pledge || !facts.pledgeIds.includes(pledge.asset.id)) throw new DomainError('currency_not_accepted');
  return pledge;
}

interface Chosen {
  money: MoneySettings;
  pledge: PledgeSettings;
  offer: StoredOffer;
  amount: bigint;
  dayRate: bigint;
  days: number;
}

function termsOf({ money, pledge, offer, amount, dayRate, days }: Chosen): LoanTerms {
  const { feeRate, gstRate, lateFactor, graceDays, repayMin, liquidationFeeRate } = money;
  return {
    units: { money: money.asset.scale, crypto: pledge.asset.scale },
    amount,
    dayRate,
    days,
    feeRate,
    gstRate,
    lateFactor,
    graceDays,
    repayMin,
    liquidationFeeRate,
    levels: pledge.levels,
    share: lendableShare(pledge.ltv, offer.facts.pledgeRate),
  };
}

interface Pledged {
  money: MoneySettings;
  pledge: PledgeSettings;
  terms: LoanTerms;
  bid: Bid;
}

/** Coins to hold. @throws DomainError price_unavailable, pledge_too_small, pledge_too_large, invalid_argument */
function heldPledge(prices: LoanPrices, { money, pledge, terms, bid }: Pledged): bigint {
  const { price } = prices.of(pledge.asset.ticker, money.asset.ticker);
  if (!price.isFresh) throw new DomainError('price_unavailable');
  const figures = pledgeFigures({
    units: terms.units,
    amount: terms.amount,
    share: terms.share,
    volatilityRate: rateOfPercent(bid.volatility_percent ?? defaultCushion),
    sizePrice: price.size,
    agreed: bid.amount_crypto === undefined ? null : coinsOf(bid.amount_crypto, pledge.asset.scale, 'amount_crypto'),
  });
  if (figures.held !== null) return figures.held;
  const least = formatBigUnits(figures.least, pledge.asset.scale);
  if (figures.refusal === 'pledge_too_small')
    throw new DomainError('pledge_too_small', { message: `At least ${least} ${pledge.asset.ticker} is needed now` });
  throw new DomainError('pledge_too_large');
}

/** @throws DomainError invalid_argument for more decimals than the asset has */
export function coinsOf(amount: string, scale: number, field: string): bigint {
  const isFine = !/[1-9]/.test((amount.split('.')[1] ?? '').slice(scale));
  demandForm({ [field]: isFine ? undefined : 'Too many decimals' });
  return parseBigUnits(amount, scale);
}

function refusedTake(
  refusal: Parameters<typeof refusedOffer>[0],
  { free, facts: { money } }: StoredOffer,
): DomainError {
  const left = `Only ${formatBigUnits(free, money.scale)} ${money.ticker} is left`;
  return refusedOffer(refusal, refusal === 'offer_taken' ? left : undefined);
}
