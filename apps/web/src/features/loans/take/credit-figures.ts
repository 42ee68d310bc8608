/**
 * What a loan would cost and need: the formulas of packages/shared/src/loans over decimal strings of the wire, and back. docs/loans.md has
 * them; nothing here decides anything, the server counts again by its own prices.
 */
import { fallPercents } from '@pelican/shared/contracts/loans';
import {
  creditFigures as countCredit,
  type Debt,
  type LoanLevels,
  type LoanUnits,
  lendableShare,
  levelAt,
  levelPrices,
  liquidationDay,
  ltvBasisPoints,
  proceedsOf,
} from '@pelican/shared/loans';
import { formatBigUnits, halfUpDiv, parseBigUnits } from '@pelican/shared/money';

/** A percentage as a rate of 10^-8, a share as one, and a price in 10^-8. */
const percentScale = 6;
const rateScale = 8;
const priceScale = 8;
const shownPercentScale = 2;

export interface CreditTerms {
  /** Decimals of the money and of the coin. */
  units: LoanUnits;
  amount: string;
  /** Of a day. */
  percent: string;
  days: number;
  /** Shares of 1. */
  feeRate: string;
  gstRate: string;
  /** Of the coin, in percent of the pledge's value. */
  ltv: string;
  warning: string;
  call: string;
  liquidation: string;
  /** The pledge that the offer asks for, in percent of the money; null where it asks for no more than the coin does. */
  pledgePercent: string | null;
  /** In percent. */
  cushion: string;
  /** Coins that the borrower wants to pledge; null: what is proposed. */
  agreed: string | null;
  /** Of one coin. */
  price: string;
  priceStep: string;
}

export interface Fall {
  percent: (typeof fallPercents)[number];
  price: string;
  /** In percent. */
  ltv: string;
  level: ReturnType<typeof levelAt>;
}

/** Decimal strings. */
export interface CreditFigures {
  fee: string;
  gst: string;
  payout: string;
  dayInterest: string;
  interestTotal: string;
  repayTotal: string;
  /** In percent a year, not compounded. */
  apr: string;
  leastPledge: string;
  proposedPledge: string;
  /** What would be held; null where it is refused. */
  pledge: string | null;
  refusal: 'pledge_too_small' | 'pledge_too_large' | null;
  /** The rest is of the pledge that would be held, or else of the one that is proposed. */
  pledgeValue: string;
  startLtv: string;
  /** The first price at which each level is reached, and by how much the price would have to fall, in percent. */
  levels: Record<keyof LoanLevels, { price: string; distance: string }>;
  falls: Fall[];
  /** Of the term: when unpaid interest alone would sell the pledge, at a price that stays; null: not within it. */
  liquidationDay: number | null;
}

const rateOfPercent = (percent: string) => parseBigUnits(percent, percentScale);

/** By the price that is shown; the server counts again by its own when the loan is taken. */
export function creditFigures(terms: CreditTerms): CreditFigures {
  const { units } = terms;
  const amount = parseBigUnits(terms.amount, units.money);
  const price = parseBigUnits(terms.price, priceScale);
  const money = (value: bigint) => formatBigUnits(value, units.money);
  const coins = (value: bigint) => formatBigUnits(value, units.crypto);
  const counted = countCredit(
    {
      units,
      amount,
      dayRate: rateOfPercent(terms.percent),
      days: terms.days,
      feeRate: parseBigUnits(terms.feeRate, rateScale),
      gstRate: parseBigUnits(terms.gstRate, rateScale),
      levels: {
        warning: rateOfPercent(terms.warning),
        call: rateOfPercent(terms.call),
        liquidation: rateOfPercent(terms.liquidation),
      },
      share: lendableShare(
        rateOfPercent(terms.ltv),
        terms.pledgePercent === null ? null : rateOfPercent(terms.pledgePercent),
      ),
    },
    {
      volatilityRate: rateOfPercent(terms.cushion),
      agreed: terms.agreed === null ? null : parseBigUnits(terms.agreed, units.crypto),
    },
    price,
  );
  const { start, pledge, debt } = counted;
  return {
    fee: money(start.fee),
    gst: money(start.gst),
    payout: money(start.payout),
    dayInterest: money(start.dayInterest),
    interestTotal: money(start.interestTotal),
    repayTotal: money(start.repayTotal),
    apr: formatBigUnits(start.yearRate, percentScale),
    leastPledge: coins(pledge.least),
    proposedPledge: coins(pledge.proposed),
    pledge: pledge.held === null ? null : coins(pledge.held),
    refusal: pledge.refusal,
    pledgeValue: money(proceedsOf(units, debt.pledge, price)),
    startLtv: formatBigUnits(counted.startLtv, shownPercentScale),
    levels: shownLevels(debt, price, parseBigUnits(terms.priceStep, priceScale)),
    falls: fallPercents.map((percent) => fallOf(debt, price, percent)),
    liquidationDay: liquidationDay(
      { units, amount, dayRate: rateOfPercent(terms.percent), days: terms.days, levels: debt.levels },
      debt.pledge,
      price,
    ),
  };
}

function shownLevels(debt: Debt, price: bigint, step: bigint): CreditFigures['levels'] {
  const prices = levelPrices(debt, step);
  const shown = (at: bigint) => {
    const distance = halfUpDiv((price - at) * 10_000n, price);
    return { price: formatBigUnits(at, priceScale), distance: formatBigUnits(distance, shownPercentScale) };
  };
  return { warning: shown(prices.warning), call: shown(prices.call), liquidation: shown(prices.liquidation) };
}

function fallOf(debt: Debt, price: bigint, percent: Fall['percent']): Fall {
  const left = (price * BigInt(100 - percent)) / 100n;
  return {
    percent,
    price: formatBigUnits(left, priceScale),
    ltv: formatBigUnits(ltvBasisPoints(debt.units, debt.payoff, debt.pledge, left), shownPercentScale),
    level: levelAt(debt, left),
  };
}
