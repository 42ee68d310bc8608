/** Loans and requests as their two sides see them. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import {
  dayMs,
  debtOf,
  isRunning,
  levelAt,
  ltvBasisPoints,
  nextDayInterest,
  payoffAt,
  pledgeRoom,
  releaseMax,
  startFigures,
  unpaidInterest,
} from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import { percentText, secondsOf } from './decimals.ts';
import type { StoredLoan } from './loans.ts';
import type { PledgeChange } from './pledge-changes.ts';
import { nobody } from './postings.ts';
import { indexText, levelTexts, priceText } from './price-text.ts';
import type { LoanPrices } from './prices.ts';
import type { LoanCatalog } from './settings.ts';

export interface LoanViewer {
  userId: number;
  assets: LoanCatalog;
  prices: LoanPrices;
  /** Unix ms. */
  now: number;
}

type Known = Pick<LoanView, 'status_code'> & { lend: LoanView['status']; borrow: LoanView['status'] };
const running: Known = { lend: 'approve', borrow: 'borrowed', status_code: 2 };
const complete: Known = { lend: 'complete', borrow: 'complete', status_code: 7 };
/** Tax on interest is not connected: docs/loans.md, "Tax on interest". */
const noTax = '0';
const canceled = { lend: 'canceled', borrow: 'canceled' } as const;
const statuses: Record<LoanView['state'], Known> = {
  pending: { lend: 'pending', borrow: 'pending', status_code: 1 },
  active: running,
  overdue: running,
  liquidating: running,
  repaid: { lend: 'completed', borrow: 'completed', status_code: 6 },
  liquidated: complete,
  defaulted: complete,
  written_off: complete,
  rejected: { ...canceled, status_code: 3 },
  withdrawn: { ...canceled, status_code: 10 },
  expired: { ...canceled, status_code: 10 },
};

/** A loan or request without its payments, from the side of its viewer. */
export function viewLoan(loan: StoredLoan, viewer: LoanViewer): LoanView {
  const { terms, sides, version } = loan;
  const { money, crypto } = sides;
  // Who looks at an open request of somebody else may become its lender.
  const role = sides.borrowerId === viewer.userId ? 'borrow' : 'lend';
  const { state } = loan;
  const units = (amount: bigint) => formatBigUnits(amount, money.scale);
  const { fee, gst, payout } = startFigures(terms, viewer.now);
  const seconds = (ms: number | null) => (ms === null || ms === 0 ? null : ms / 1000);
  return {
    id: loan.id,
    id_borrow: loan.id,
    loan_id: loan.id,
    offer_id: loan.offerId,
    role,
    username:
      role === 'borrow' ? loan.lenderName : isOfNobody(loan) ? maskedName(loan.borrowerName) : loan.borrowerName,
    amount: units(terms.amount),
    amount_fiat: units(terms.amount),
    fiat_ticker: money.ticker,
    amount_crypto: formatBigUnits(loan.pledge, crypto.scale),
    crypto_ticker: crypto.ticker,
    currency: crypto.ticker,
    days: terms.days,
    percent: percentText(terms.dayRate),
    pay_percent: percentText(terms.dayRate),
    status: statuses[state][role],
    status_code: statuses[state].status_code,
    state,
    date: secondsOf(loan.createdAt),
    date_start: seconds(loan.startedAt),
    date_end: loan.startedAt === 0 ? null : seconds(loan.startedAt + terms.days * dayMs),
    overdue_at: seconds(loan.overdueAt),
    ended_at: seconds(loan.endedAt),
    expires_at: state === 'pending' ? secondsOf(loan.expiresAt) : null,
    ...levelsOf(loan, viewer),
    principal: units(loan.principal),
    interest_paid: units(loan.interestPaid),
    interest_unpaid: units(unpaidInterest(loan.rows)),
    repay_amount: units(payoffAt(loan, viewer.now)),
    daily_charged: isRunning(loan) ? units(nextDayInterest(loan)) : '0',
    fee: units(fee),
    gst: units(gst),
    payout: units(payout),
    version,
    dispute: loan.isDisputed,
  };
}

/** Everybody who is signed in reads open requests, and until a user chooses another name it is the beginning of an e-mail. */
function maskedName(name: string): string {
  return `${[...name][0] ?? ''}***`;
}

function isOfNobody({ sides }: StoredLoan): boolean {
  return sides.lenderId === nobody;
}

/** With its payments, changes of its pledge among them by the time. @param changes the first one first */
export function viewLoanInFull(loan: StoredLoan, viewer: LoanViewer, changes: readonly PledgeChange[]): LoanView {
  const units = (amount: bigint) => formatBigUnits(amount, loan.sides.money.scale);
  const payments = loan.rows.map(({ kind, day, at, amount, paid, status }, position) => {
    const shown = { amount: units(amount), paid: units(paid), tds: noTax };
    return { id: position + 1, date: at / 1000, day, kind, ...shown, status };
  });
  const pledges = changes.map(({ number, at, amount }) => {
    const shown = { day: null, kind: 'pledge' as const, amount, paid: amount, tds: noTax };
    return { id: -number, date: at.getTime() / 1000, ...shown, status: 'successful' as const };
  });
  const paymentHistory: NonNullable<LoanView['paymentHistory']> = [...payments];
  // Payments keep their order: what was waived is later than what it was for, whatever the clocks say.
  for (const pledge of pledges) {
    const next = paymentHistory.findIndex(({ date }) => date > pledge.date);
    paymentHistory.splice(next < 0 ? paymentHistory.length : next, 0, pledge);
  }
  return { ...viewLoan(loan, viewer), paymentHistory };
}

type Levels = Pick<
  LoanView,
  'price' | 'ltv' | 'level' | 'warning_price' | 'call_price' | 'liquidation_price' | 'top_up' | 'release_max'
>;
const nothing: Levels = {
  price: null,
  ltv: null,
  level: null,
  warning_price: null,
  call_price: null,
  liquidation_price: null,
  top_up: null,
  release_max: null,
};

/** Where it stands. What needs a price is null without a fresh one; prices of the levels do not. */
function levelsOf(loan: StoredLoan, { prices, assets, now }: LoanViewer): Levels {
  const { money, crypto } = loan.sides;
  const isPending = loan.state === 'pending';
  if (!isPending && !isRunning(loan)) return { ...nothing, price: indexText(prices, crypto.ticker, money.ticker) };
  const debt = { ...debtOf(loan, now), ...(isPending ? { payoff: loan.terms.amount } : {}) };
  const { price } = prices.of(crypto.ticker, money.ticker);
  const coins = (amount: bigint) => formatBigUnits(amount, crypto.scale);
  const stepPrices = levelTexts(assets, loan.sides, debt);
  if (!price.isFresh) return { ...nothing, ...stepPrices };
  return {
    price: priceText(price.index),
    ltv: formatBigUnits(ltvBasisPoints(debt.units, debt.payoff, debt.pledge, price.watch), 2),
    level: levelAt(debt, price.watch),
    ...stepPrices,
    top_up: coins(pledgeRoom(debt, loan.terms.share, price.size).topUp),
    release_max: coins(releaseMax(loan, price, now)),
  };
}
