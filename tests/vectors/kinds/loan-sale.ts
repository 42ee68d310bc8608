/** p2p_liquidation, and the sale in a p2p_scenario: each attempt is one order into the bids of its moment. */
import {
  decide,
  type Loan,
  type LoanCommand,
  type LoanContext,
  priceOf,
  proceedsOf,
  type SaleMarket,
  saleAmount,
  saleEnd,
  saleLimit,
} from '@pelican/shared/loans';
import { LoanLedger, testContext } from '@pelican/shared/loans/testing';
import { minOf } from '@pelican/shared/money';
import type { BookSide, Decimal } from '../vector-file.ts';
import { type TaxInput, taxOf } from './loan-formula-kinds.ts';
import { LoanScales, priceText, rateOf, runningLoan, type ScalesInput } from './loan-input.ts';

export interface MarketInput {
  price_step: Decimal;
  amount_step: Decimal;
  amount_min: Decimal;
  total_min: Decimal;
}

export interface AttemptInput {
  index: Decimal;
  bids: BookSide;
}

export function marketOf(scales: LoanScales, input: MarketInput): SaleMarket {
  return {
    priceStep: rateOf(input.price_step),
    amountStep: scales.crypto(input.amount_step),
    amountMin: scales.crypto(input.amount_min),
    totalMin: scales.money(input.total_min),
  };
}

export interface SaleOrder {
  limit: bigint;
  sell: bigint;
  sold: bigint;
  proceeds: bigint;
}

/** What a sale works on; each order moves the loan on. */
export interface SaleDesk {
  scales: LoanScales;
  ledger: LoanLedger;
  market: SaleMarket;
}

const desk = { money: 'trade_spot:p2p-desk:money', crypto: 'trade_spot:p2p-desk:crypto' };

/** Brings the pledge into the market and sells until the debt is covered, nothing sellable is left, or attempts run out. */
export function sellPledge(at: SaleDesk, begun: Loan, attempts: AttemptInput[], context: LoanContext) {
  const { scales, ledger } = at;
  const transit = 'transit_spot:p2p-desk:crypto';
  ledger.move(transit, desk.crypto, ledger.balance(transit));
  const orders: SaleOrder[] = [];
  let { tax } = context;
  let loan = begun;
  for (const { index, bids } of attempts) {
    const order = saleOf(loan).orders + 1;
    const limit = saleLimit(rateOf(index), order, at.market.priceStep);
    if (!isOver(at, loan, limit)) {
      const sell = saleAmount(scales.units, loan.pledge, saleOf(loan), at.market, limit);
      const filled = fill(scales, bids, sell, limit);
      ledger.move(desk.crypto, 'market:crypto', filled.sold);
      ledger.move('market:money', desk.money, filled.proceeds);
      ({ loan } = stepOf(ledger, loan, { type: 'fillSale', order, ...filled }, context));
      orders.push({ limit, sell, ...filled });
    }
    if (isOver(at, loan, limit)) {
      ({ loan, tax } = stepOf(ledger, loan, { type: 'settleSale' }, context));
      break;
    }
  }
  return { orders, loan, tax };
}

function saleOf({ sale }: Loan) {
  if (!sale) throw new Error('no sale has begun');
  return sale;
}

function isOver({ scales, market }: SaleDesk, loan: Loan, limit: bigint): boolean {
  return saleEnd(scales.units, loan.pledge, saleOf(loan), market, limit) !== null;
}

/** @throws Error when the command is refused */
function stepOf(ledger: LoanLedger, loan: Loan, command: LoanCommand, context: LoanContext) {
  const decision = decide(loan, command, context);
  if (decision.refusal) throw new Error(decision.refusal);
  ledger.postAll(decision);
  return decision;
}

/** An IOC sell order, best bid first. */
function fill(scales: LoanScales, bids: BookSide, sell: bigint, limit: bigint) {
  let sold = 0n;
  let proceeds = 0n;
  for (const [priceDecimal, amountDecimal] of bids) {
    const price = rateOf(priceDecimal);
    const amount = scales.crypto(amountDecimal);
    const part = minOf(amount, sell - sold);
    if (price < limit || part === 0n) break;
    sold += part;
    proceeds += proceedsOf(scales.units, part, price);
  }
  return { sold, proceeds };
}

interface LiquidationInput extends ScalesInput {
  principal: Decimal;
  interest: Decimal;
  pledge: Decimal;
  liquidation_fee_rate: Decimal;
  gst_rate: Decimal;
  sale_tds_rate: Decimal;
  interest_tds: TaxInput;
  wallet: Decimal;
  market: MarketInput;
  attempts: AttemptInput[];
}

export function runLoanLiquidation(input: LiquidationInput): object {
  const scales = new LoanScales(input);
  const ledger = new LoanLedger();
  const wallet = scales.money(input.wallet);
  ledger.move('outside:money', 'main:borrower:money', wallet);
  const context = testContext({ money: wallet, tax: taxOf(scales, input.interest_tds) });
  const begun = stepOf(ledger, loanToSell(scales, input), saleCommand(input), context).loan;
  const market = marketOf(scales, input.market);
  const { orders, loan } = sellPledge({ scales, ledger, market }, begun, input.attempts, context);
  return {
    cost: scales.moneyText(loan.sale?.cost ?? 0n),
    attempts: orders.map(({ limit, sell, sold, proceeds }) => ({
      limit: priceText(limit),
      sell: scales.cryptoText(sell),
      sold: scales.cryptoText(sold),
      proceeds: scales.moneyText(proceeds),
    })),
    proceeds: scales.moneyText(loan.sale?.proceeds ?? 0n),
    sold: scales.cryptoText(loan.sale?.sold ?? 0n),
    state: loan.state,
    ...receiptTexts(scales, loan),
  };
}

/** All days of it are charged, so that interest is what the case says. */
function loanToSell(scales: LoanScales, input: LiquidationInput): Loan {
  const held = { principal: input.principal, unpaid: input.interest, percent: 0, days: 1, charged_days: 1 };
  const times = { started_at: 0, overdue_at: null, late_days_charged: 0 };
  const terms = { liquidationFeeRate: rateOf(input.liquidation_fee_rate), gstRate: rateOf(input.gst_rate) };
  return runningLoan(scales, { ...held, ...times }, terms, scales.crypto(input.pledge));
}

function saleCommand({ sale_tds_rate }: { sale_tds_rate: Decimal }) {
  const price = priceOf(1n, 1n);
  return { type: 'beginSale', cause: 'operator', price, takerRate: 0n, taxRate: rateOf(sale_tds_rate) } as const;
}

function receiptTexts(scales: LoanScales, { sale }: Loan): object {
  const receipt = sale?.receipt;
  if (!receipt) return {};
  return {
    tds_sale: scales.moneyText(receipt.tdsSale),
    to_lender: scales.moneyText(receipt.toLender),
    tds_interest: scales.moneyText(receipt.tdsInterest),
    fee: scales.moneyText(receipt.fee),
    gst: scales.moneyText(receipt.gst),
    to_borrower: scales.moneyText(receipt.toBorrower),
    crypto_back: scales.cryptoText(receipt.coinsBack),
    shortfall: scales.moneyText(receipt.shortfall),
    set_off: scales.moneyText(receipt.setOff),
    owed: scales.moneyText(receipt.owed),
  };
}
