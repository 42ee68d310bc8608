/** Offers as everybody sees them, and what their lenders see beside it. */
import type { OfferView } from '@pelican/shared/contracts/loans';
import { lendableShare, type Ratio } from '@pelican/shared/loans';
import { formatBigUnits, minOf } from '@pelican/shared/money';
import { percentOf, percentText, secondsOf, shareText } from './decimals.ts';
import type { StoredOffer } from './offers.ts';
import { indexText } from './price-text.ts';
import type { LoanPrices } from './prices.ts';
import type { MoneySettings } from './settings.ts';

const statuses = {
  open: { status: 'active', status_code: 1 },
  finishing: { status: 'finish', status_code: 20 },
  closed: { status: 'close', status_code: 10 },
} as const;

export interface OfferViewer {
  /** Null: nobody who is known. */
  userId: number | null;
  settings: readonly MoneySettings[];
  prices: LoanPrices;
}

/** An offer as its viewer sees it: what is reserved and lent of it is the lender's alone. */
export function viewOffer(offer: StoredOffer, { userId, settings, prices }: OfferViewer): OfferView {
  const { terms, facts, free, reserved, lent } = offer;
  const { money } = facts;
  const units = (amount: bigint) => formatBigUnits(amount, money.scale);
  const most = minOf(terms.amountTo, free);
  const pledges = acceptedPledges(offer, settings);
  const shares = pledges.map(({ ltv }) => lendableShare(ltv, facts.pledgeRate));
  const widest = shares.reduce<Ratio>(greater, { numerator: 0n, denominator: 1n });
  const needed = widest.numerator === 0n ? undefined : { numerator: widest.denominator, denominator: widest.numerator };
  const tickers = pledges.map(({ asset }) => asset.ticker);
  const priceOf = (ticker: string) => indexText(prices, ticker, money.ticker);
  const isMine = facts.lenderId === userId;
  return {
    id: offer.id,
    username: facts.lenderName,
    is_mine: isMine,
    fiat_currency: money.ticker,
    amount: units(free + reserved + lent),
    amount_from: units(terms.amountFrom),
    amount_min: units(terms.amountFrom),
    amount_to: units(terms.amountTo),
    amount_max: units(most),
    free_amount: units(free),
    available: units(free),
    percent_from: percentText(facts.dayRateFrom),
    percent_to: percentText(facts.dayRateTo),
    percent: percentText(facts.dayRateTo),
    days_from: facts.daysFrom,
    day_min: facts.daysFrom,
    days_to: facts.daysTo,
    day_max: facts.daysTo,
    days: `${facts.daysFrom}-${facts.daysTo}`,
    currency: tickers.join(','),
    lvt: Object.fromEntries(tickers.map((ticker, at) => [ticker, percentOf(shares[at] as Ratio)])),
    oks_percent: needed ? percentOf(needed) : '0',
    oks_value: needed ? shareText(most, money.scale, needed) : '0',
    price: Object.fromEntries(tickers.map((ticker) => [ticker, priceOf(ticker)])),
    price_usd: Object.fromEntries(
      [...tickers, money.ticker].map((ticker) => [ticker, indexText(prices, ticker, 'USDT')]),
    ),
    auto_approve: terms.autoApprove,
    auto_percent: percentText(terms.autoRate),
    relend: terms.relend,
    ...statuses[offer.state],
    state: offer.state,
    date: secondsOf(facts.createdAt),
    expires_at: secondsOf(facts.expiresAt),
    version: offer.version,
    ...(isMine ? { reserved: units(reserved), lent: units(lent) } : {}),
  };
}

/** Those that are listed; one that was closed since stays part of the offer's words, and is refused when it is chosen. */
function acceptedPledges({ facts }: StoredOffer, settings: readonly MoneySettings[]) {
  const money = settings.find(({ asset }) => asset.id === facts.money.id);
  return (money?.pledges ?? []).filter(({ asset }) => facts.pledgeIds.includes(asset.id));
}

function greater(one: Ratio, other: Ratio): Ratio {
  return one.numerator * other.denominator >= other.numerator * one.denominator ? one : other;
}
