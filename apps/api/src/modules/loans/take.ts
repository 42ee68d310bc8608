/** A borrower takes a part of an offer. Of two takes of the last amount the offer's lock lets one through. */
import { DomainError } from '@pelican/shared/contracts';
import { type Bid, requestHours } from '@pelican/shared/contracts/loans';
import { decideOffer, isApprovedAtOnce } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { SessionOfUser } from '../../identity/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type AskedCredit, beginLoan } from './bids.ts';
import { bindOnce, mayBind } from './binding.ts';
import { percentText, rateOfPercent } from './decimals.ts';
import { readNow } from './locked.ts';
import { demandAgreedTerms } from './offer-edits.ts';
import type { OfferServiceDeps } from './offer-service.ts';
import { lockOffer, type StoredOffer, saveOffer } from './offers.ts';
import type { LoanPrices } from './prices.ts';
import { demandForm, outside, refusedOffer } from './refusals.ts';
import { type MoneySettings, type PledgeSettings, readSettings } from './settings.ts';

export interface TakeDeps extends OfferServiceDeps {
  prices: LoanPrices;
}

export interface WantedCredit {
  session: SessionOfUser;
  offerId: number;
  bid: Bid;
  key: string | undefined;
}

const hourMs = 3_600_000;

/**
 * Holds the pledge for a request, or begins the loan where the offer approves by itself.
 * @returns the loan's id @throws DomainError as the call's declaration says
 */
export async function takeCredit(deps: TakeDeps, wanted: WantedCredit): Promise<number> {
  const { session, offerId, bid, key } = wanted;
  const { userId: borrowerId } = session;
  const assets = deps.catalog();
  const hidden = await deps.unopened();
  const call = { userId: borrowerId, key, content: ['take', offerId, bid] };
  return inTransaction(deps.pool, (tx) => bindOnce(tx, session, call, () => take(tx)));

  async function take(tx: Transaction): Promise<number> {
    const offer = await lockOffer(tx, assets, offerId);
    if (!offer) throw new DomainError('offer_not_found');
    await demandOpen(tx, offer);
    const { lenderId, money } = offer.facts;
    if (lenderId === borrowerId) throw new DomainError('own_offer');
    await demandAgreedTerms(tx, assets, offer, bid.version);
    const asked = creditOnOffer(offer, bid, await readSettings(tx, assets, hidden));
    const { amount, dayRate } = asked;
    return beginLoan(tx, deps.prices, {
      borrowerId,
      from: { offerId, lenderId },
      asked,
      coins: bid,
      isStarted: isApprovedAtOnce(offer, dayRate),
      waitsMs: requestHours * hourMs,
      async beforeWrite() {
        const taken = decideOffer(offer, { type: 'take', amount, dayRate });
        if (taken.refusal !== null) throw refusedTake(taken.refusal, offer);
        await saveOffer(tx, taken.offer, money);
      },
    });
  }
}

/** What is asked for of an offer, within its ranges. @throws DomainError invalid_argument, currency_not_accepted */
export function creditOnOffer(
  offer: StoredOffer,
  bid: Pick<Bid, 'amount' | 'currency' | 'days' | 'pay_percent'>,
  settings: readonly MoneySettings[],
): AskedCredit {
  const money = settings.find(({ asset }) => asset.id === offer.facts.money.id);
  if (!money?.isOpen) throw new DomainError('currency_not_accepted');
  const amount = parseBigUnits(bid.amount, money.asset.scale);
  const dayRate = rateOfPercent(bid.pay_percent);
  demandInRanges(offer, { days: bid.days, amount, dayRate });
  const pledge = acceptedPledge(offer, money, bid.currency);
  return { money, pledge, pledgeRate: offer.facts.pledgeRate, amount, dayRate, days: bid.days };
}

/** An offer of a lender who may not lend any more is as good as closed; so is one whose time is over, before the job finds it. */
async function demandOpen(tx: Transaction, { state, facts }: StoredOffer): Promise<void> {
  const isInTime = facts.expiresAt.getTime() > (await readNow(tx));
  if (state !== 'open' || !isInTime || !(await mayBind(tx, facts.lenderId))) throw new DomainError('offer_closed');
}

function demandInRanges(
  { terms, facts }: StoredOffer,
  { amount, days, dayRate }: { amount: bigint; days: number; dayRate: bigint },
): void {
  const shown = (value: bigint) => formatBigUnits(value, facts.money.scale);
  demandForm({
    amount: outside(amount, terms.amountFrom, terms.amountTo, shown),
    days: outside(days, facts.daysFrom, facts.daysTo, String),
    pay_percent: outside(dayRate, facts.dayRateFrom, facts.dayRateTo, percentText),
  });
}

function acceptedPledge({ facts }: StoredOffer, { pledges }: MoneySettings, ticker: string): PledgeSettings {
  const pledge = pledges.find(({ asset, isOpen }) => isOpen && asset.ticker === ticker);
  if (!pledge || !facts.pledgeIds.includes(pledge.asset.id)) throw new DomainError('currency_not_accepted');
  return pledge;
}

function refusedTake(
  refusal: Parameters<typeof refusedOffer>[0],
  { free, facts: { money } }: StoredOffer,
): DomainError {
  const left = `Only ${formatBigUnits(free, money.scale)} ${money.ticker} is left`;
  return refusedOffer(refusal, refusal === 'offer_taken' ? left : undefined);
}
