/** p2p_price, p2p_pledge, p2p_start, p2p_interest_tds, p2p_level. */
import {
  debtOf,
  lendableShare,
  levelAt,
  levelPrice,
  loanPrice,
  ltvBasisPoints,
  payoffAt,
  pledgeFigures,
  pledgeRoom,
  priceOf,
  releaseMax,
  startFigures,
  withholdInterestTax,
} from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type { Decimal } from '../vector-file.ts';
import {
  type LoanInput,
  LoanScales,
  percentOf,
  percentText,
  priceText,
  rateOf,
  runningLoan,
  type ScalesInput,
} from './loan-input.ts';

interface PriceInput {
  now: number;
  /** Of one price, a second apart. */
  samples: { from: number; count: number; px: Decimal }[];
}

export function runLoanPrice({ now, samples }: PriceInput): object {
  const all = samples.flatMap(({ from, count, px }) =>
    Array.from({ length: count }, (_, at) => ({ at: from + at * 1000, price: rateOf(px) })),
  );
  const price = loanPrice(all, now);
  if (!price.isFresh)
    return { fresh: false, liquidatable: false, index: null, mean: null, size_price: null, watch_price: null };
  return {
    fresh: true,
    liquidatable: price.isLiquidatable,
    index: priceText(price.index),
    mean: priceText(price.mean),
    size_price: priceText(price.size),
    watch_price: priceText(price.watch),
  };
}

interface PledgeInput {
  amount: Decimal;
  ltv: Decimal;
  oks_percent: Decimal | null;
  volatility_percent: Decimal;
  index: Decimal;
  mean: Decimal;
  amount_crypto: Decimal | null;
  crypto_scale: number;
}

export function runLoanPledge(input: PledgeInput): object {
  // The case names no unit of money, which is not rounded here.
  const scales = new LoanScales({ money_scale: 18, crypto_scale: input.crypto_scale });
  const { units } = scales;
  const { size } = priceOf(rateOf(input.index), rateOf(input.mean));
  const amount = scales.money(input.amount);
  const { least, proposed, refusal, held } = pledgeFigures({
    units,
    amount,
    share: shareOf(input),
    volatilityRate: percentOf(input.volatility_percent),
    sizePrice: size,
    agreed: input.amount_crypto === null ? null : scales.crypto(input.amount_crypto),
  });
  return {
    price: priceText(size),
    pledge_min: scales.cryptoText(least),
    pledge: scales.cryptoText(proposed),
    code: refusal,
    held: held === null ? null : scales.cryptoText(held),
    start_ltv: held === null ? null : formatBigUnits(ltvBasisPoints(units, amount, held, size), 2),
  };
}

function shareOf({ ltv, oks_percent }: { ltv: Decimal; oks_percent: Decimal | null }) {
  return lendableShare(percentOf(ltv), oks_percent === null ? null : percentOf(oks_percent));
}

interface StartInput extends ScalesInput {
  amount: Decimal;
  percent: Decimal;
  days: number;
  fee_rate: Decimal;
  gst_rate: Decimal;
  started_at: number;
}

export function runLoanStart(input: StartInput): object {
  const scales = new LoanScales(input);
  const terms = {
    amount: scales.money(input.amount),
    dayRate: percentOf(input.percent),
    days: input.days,
    feeRate: rateOf(input.fee_rate),
    gstRate: rateOf(input.gst_rate),
  };
  const start = startFigures(terms, input.started_at);
  return {
    fee: scales.moneyText(start.fee),
    gst: scales.moneyText(start.gst),
    payout: scales.moneyText(start.payout),
    day_interest: scales.moneyText(start.dayInterest),
    interest_total: scales.moneyText(start.interestTotal),
    repay_total: scales.moneyText(start.repayTotal),
    apr: percentText(start.yearRate),
    date_end: start.endsAt,
  };
}

export interface TaxInput {
  rate: Decimal;
  threshold: Decimal;
  paid_before: Decimal;
  withheld_before: Decimal;
}

export function taxOf(scales: LoanScales, input: TaxInput) {
  return {
    rate: rateOf(input.rate),
    threshold: scales.money(input.threshold),
    paid: scales.money(input.paid_before),
    withheld: scales.money(input.withheld_before),
  };
}

export function runInterestTds(input: TaxInput & ScalesInput & { payments: Decimal[] }): object {
  const scales = new LoanScales(input);
  let tax = taxOf(scales, input);
  const rows = input.payments.map((text) => {
    const payment = scales.money(text);
    const withheld = withholdInterestTax(tax, payment);
    tax = withheld.tax;
    const { tds } = withheld;
    return { payment: scales.moneyText(payment), tds: scales.moneyText(tds), net: scales.moneyText(payment - tds) };
  });
  return { rows, paid: scales.moneyText(tax.paid), withheld: scales.moneyText(tax.withheld) };
}

export interface LevelsInput {
  ltv: Decimal;
  warning: Decimal;
  call: Decimal;
  liquidation: Decimal;
}

export function levelsOf({ warning, call, liquidation }: LevelsInput) {
  return { warning: percentOf(warning), call: percentOf(call), liquidation: percentOf(liquidation) };
}

interface LevelInput extends ScalesInput {
  loan: LoanInput;
  late_factor: Decimal;
  grace_days: number;
  at: number;
  pledge: Decimal;
  levels: LevelsInput;
  oks_percent: Decimal | null;
  index: Decimal;
  mean: Decimal;
  price_step: Decimal;
}

export function runLoanLevel(input: LevelInput): object {
  const scales = new LoanScales(input);
  const levels = levelsOf(input.levels);
  const share = shareOf({ ltv: input.levels.ltv, oks_percent: input.oks_percent });
  const terms = { lateFactor: rateOf(input.late_factor), graceDays: input.grace_days, levels, share };
  const loan = runningLoan(scales, input.loan, terms, scales.crypto(input.pledge));
  const price = priceOf(rateOf(input.index), rateOf(input.mean));
  const payoff = payoffAt(loan, input.at);
  const debt = debtOf(loan, input.at);
  const priceAt = (level: bigint) => priceText(levelPrice(debt, level, rateOf(input.price_step)));
  return {
    payoff: scales.moneyText(payoff),
    price: priceText(price.watch),
    ltv: formatBigUnits(ltvBasisPoints(scales.units, payoff, loan.pledge, price.watch), 2),
    level: levelAt(debt, price.watch),
    warning_price: priceAt(levels.warning),
    call_price: priceAt(levels.call),
    liquidation_price: priceAt(levels.liquidation),
    top_up: scales.cryptoText(pledgeRoom(debt, share, price.size).topUp),
    release_max: scales.cryptoText(releaseMax(loan, price, input.at)),
  };
}
