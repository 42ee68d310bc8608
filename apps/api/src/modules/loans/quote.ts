/** What credit would cost and need, before anybody asks for it: of an offer, or openly. Nothing is held. */
import { DomainError } from '@pelican/shared/contracts';
import type { Quote, QuoteQuery } from '@pelican/shared/contracts/loans';
import {
  creditFigures,
  type FreshLoanPrice,
  type LoanTerms,
  liquidationDay,
  startFigures,
} from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import { type AskedCredit, agreedCoins, termsOf } from './bids.ts';
import { percentOf, percentText } from './decimals.ts';
import type { Reading } from './offer-lists.ts';
import { findOffer } from './offers.ts';
import { askedCredit } from './open-requests.ts';
import { levelTexts, priceText } from './price-text.ts';
import { creditOnOffer } from './take.ts';

/** @throws DomainError invalid_argument, unknown_asset, currency_not_accepted, offer_not_found */
export async function quote(reading: Reading, query: QuoteQuery): Promise<Quote> {
  const asked = await askedFor(reading, query);
  const terms = termsOf(asked);
  const [money, crypto] = [asked.money.asset, asked.pledge.asset];
  const units = (amount: bigint) => formatBigUnits(amount, money.scale);
  const { fee, gst, payout, dayInterest, interestTotal, repayTotal, yearRate } = startFigures(terms, 0);
  const { share, levels } = terms;
  const { price } = reading.prices.of(crypto.ticker, money.ticker);
  return {
    fiat_currency: money.ticker,
    currency: crypto.ticker,
    amount: units(terms.amount),
    days: terms.days,
    pay_percent: percentText(terms.dayRate),
    fee: units(fee),
    gst: units(gst),
    payout: units(payout),
    day_interest: units(dayInterest),
    interest_total: units(interestTotal),
    repay_total: units(repayTotal),
    apr: percentText(yearRate),
    ltv: percentOf(share),
    oks_percent: percentOf({ numerator: share.denominator, denominator: share.numerator }),
    warning: percentText(levels.warning),
    call: percentText(levels.call),
    liquidation: percentText(levels.liquidation),
    ...(price.isFresh ? pledgeOf(reading, query, { asked, terms, price }) : withoutPrice),
  };
}

/** What is asked for, as a bid or an open request would be judged. */
async function askedFor({ db, assets, settings }: Reading, query: QuoteQuery): Promise<AskedCredit> {
  if (query.offer === undefined) return askedCredit(query, settings);
  const offer = await findOffer(db, assets, query.offer);
  if (offer?.state !== 'open') throw new DomainError('offer_not_found');
  return creditOnOffer(offer, query, settings);
}

type PledgePart = Pick<
  Quote,
  | 'price'
  | 'pledge_min'
  | 'pledge'
  | 'amount_crypto'
  | 'code'
  | 'start_ltv'
  | 'warning_price'
  | 'call_price'
  | 'liquidation_price'
  | 'liquidation_day'
>;
const withoutPrice: PledgePart = {
  price: null,
  pledge_min: null,
  pledge: null,
  amount_crypto: null,
  code: 'price_unavailable',
  start_ltv: null,
  warning_price: null,
  call_price: null,
  liquidation_price: null,
  liquidation_day: null,
};

interface Priced {
  asked: AskedCredit;
  terms: LoanTerms;
  price: FreshLoanPrice;
}

/** By the price of now: coins to pledge, and the prices at which they would be warned of, called and sold once the first day has begun. */
function pledgeOf({ assets }: Reading, query: QuoteQuery, { asked, terms, price }: Priced): PledgePart {
  const coins = (held: bigint) => formatBigUnits(held, terms.units.crypto);
  const { pledge, debt, startLtv } = creditFigures(terms, agreedCoins(terms, query), price.size);
  const known = {
    price: priceText(price.index),
    pledge_min: coins(pledge.least),
    pledge: coins(pledge.proposed),
    code: pledge.refusal,
  };
  if (pledge.held === null) return { ...withoutPrice, ...known };
  return {
    ...known,
    amount_crypto: coins(pledge.held),
    start_ltv: formatBigUnits(startLtv, 2),
    ...levelTexts(assets, { crypto: asked.pledge.asset, money: asked.money.asset }, debt),
    liquidation_day: liquidationDay(terms, pledge.held, price.watch),
  };
}
