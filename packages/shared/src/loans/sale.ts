/** A sale of the pledge from its cause to its receipt. docs/loans.md, "Liquidation". */
import { minOf } from '../money/rounding.ts';
import type { LoanCommand, LoanRefusal } from './commands.ts';
import type { LoanDraft } from './draft.ts';
import { place } from './entries.ts';
import { graceEndsAt, unpaidInterest } from './interest.ts';
import { levelAt } from './levels.ts';
import { type Distribution, distribute, saleCost } from './liquidation.ts';
import type { Loan, LoanSale, LoanTerms, SaleCause } from './loan.ts';
import { debtOf } from './pledge-changes.ts';
import { type FreshLoanPrice, isSellable } from './price.ts';
import { coinsInPlace } from './units.ts';

type BeginSale = Extract<LoanCommand, { type: 'beginSale' }>;
type FillSale = Extract<LoanCommand, { type: 'fillSale' }>;

/** Begun days are charged, interest stops, the pledge goes to the desk. A job whose cause is gone changes nothing. */
export function beginSale(
  draft: LoanDraft,
  { cause, price, takerRate, taxRate }: Omit<BeginSale, 'type' | 'cause'> & { cause: SaleCause },
): LoanRefusal | null {
  const { loan } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal) return refusal;
  if (!isSellable(price)) return 'price_unavailable';
  if (!isSaleDue(loan, { cause, price, now: draft.now })) return null;
  draft.chargeBegunDays();
  const interest = unpaidInterest(loan.rows);
  const feeRate = saleFeeRate(loan.terms, cause, takerRate);
  const cost = saleCost(loan.principal + interest, feeRate, loan.terms.gstRate);
  loan.state = 'liquidating';
  loan.sale = { cause, interest, ...cost, taxRate, orders: 0, sold: 0n, proceeds: 0n, receipt: null };
  draft.post(`liq:${loan.id}:in`, [place.pledge, -loan.pledge], [place.deskTransit, loan.pledge]);
  draft.report({ type: 'sale_begun' });
  return null;
}

/** Whether the cause of a sale is there: what somebody has decided always is. */
export function isSaleDue(
  loan: Loan,
  { cause, price, now }: { cause: SaleCause; price: FreshLoanPrice; now: number },
): boolean {
  if (cause === 'level') return levelAt(debtOf(loan, now), price.watch) === 'liquidation';
  if (cause !== 'grace') return true;
  const graceEnd = graceEndsAt(loan);
  return graceEnd !== null && now >= graceEnd;
}

/** The borrower's own sale costs what any trade does, one that arbitration orders costs nothing. */
function saleFeeRate({ liquidationFeeRate }: LoanTerms, cause: SaleCause, takerRate: bigint): bigint {
  if (cause === 'arbitration') return 0n;
  return cause === 'borrower' ? takerRate : liquidationFeeRate;
}

/** @throws RangeError when an order is missing before it, or more is sold than the sale has */
export function fillSale(draft: LoanDraft, { order, sold, proceeds }: FillSale): LoanRefusal | null {
  const { loan } = draft;
  const { sale } = loan;
  if (loan.state !== 'liquidating' || !sale) return draft.whyNotRunning;
  if (order <= sale.orders) return null;
  if (order > sale.orders + 1) throw new RangeError(`loan ${loan.id} has no order ${order - 1} yet`);
  if (sold < 0n || proceeds < 0n || sale.sold + sold > loan.pledge)
    throw new RangeError(`loan ${loan.id} has no ${sold} left to sell`);
  loan.sale = { ...sale, orders: order, sold: sale.sold + sold, proceeds: sale.proceeds + proceeds };
  draft.report({ type: 'sale_order', sold, proceeds });
  return null;
}

/** Divides the proceeds, gives back what was not sold and is not handed over, and ends the loan. */
export function settleSale(draft: LoanDraft, lastIndex?: bigint): LoanRefusal | null {
  const { loan } = draft;
  const { sale } = loan;
  if (loan.state !== 'liquidating' || !sale) return draft.whyNotRunning;
  const parts = distribute({ principal: loan.principal, interest: sale.interest }, sale, loan.terms, draft.money);
  const unsold = loan.pledge - sale.sold;
  const inCoins =
    lastIndex === undefined
      ? { handed: 0n, worth: 0n }
      : coinsInPlace(loan.terms.units, { owed: parts.owed, coins: unsold, price: lastIndex });
  const coinsBack = unsold - inCoins.handed;
  const owed = parts.owed - inCoins.worth;
  // Interest from the proceeds and from the wallet is one payment; its tax comes out of the proceeds as far as they reach.
  const tds = draft.withhold(parts.interest + parts.setOffInterest);
  const fromSale = parts.principal + parts.interest;
  const tdsFromSale = minOf(tds, fromSale);
  postSaleOut(draft, sale, unsold);
  draft.post(
    `liq:${loan.id}:pay`,
    [place.saleMoney, -sale.proceeds],
    [place.lenderMoney, fromSale - tdsFromSale],
    [place.tds, parts.tdsSale + tdsFromSale],
    [place.fee, parts.fee],
    [place.gst, parts.gst],
    [place.borrowerMoney, parts.toBorrower],
    [place.saleCoins, -unsold],
    [place.lenderCoins, inCoins.handed],
    [place.borrowerCoins, coinsBack],
  );
  draft.post(
    `liq:${loan.id}:setoff`,
    [place.borrowerMoney, -parts.setOff],
    [place.lenderMoney, parts.setOff - (tds - tdsFromSale)],
    [place.tds, tds - tdsFromSale],
  );
  loan.sale = { ...sale, receipt: { ...receiptOf(parts, tds), owed, coinsBack, coinsToLender: inCoins.handed } };
  const inMoney = parts.principal + parts.setOffPrincipal;
  const principalInCoins = minOf(inCoins.worth, loan.principal - inMoney);
  draft.payRows(parts.interest + parts.setOffInterest + inCoins.worth - principalInCoins);
  draft.payPrincipal(inMoney + principalInCoins, owed === 0n);
  loan.pledge = 0n;
  if (lastIndex !== undefined) endDispute(draft);
  const state = owed > 0n ? 'defaulted' : sale.cause === 'borrower' ? 'repaid' : 'liquidated';
  draft.end(state);
  draft.report({ type: state });
  return null;
}

/** The decision that hands coins over ends the dispute that it was made in. */
function endDispute(draft: LoanDraft): void {
  const { loan } = draft;
  if (!loan.isDisputed) return;
  loan.isDisputed = false;
  loan.decisions += 1;
  draft.report({ type: 'dispute_decided', decision: 'handOver' });
}

/** What the desk has left of the pledge, and what it got for the rest. */
function postSaleOut(draft: LoanDraft, { proceeds }: LoanSale, unsold: bigint): void {
  const key = `liq:${draft.loan.id}:out`;
  draft.post(`${key}:money`, [place.deskMoney, -proceeds], [place.saleMoney, proceeds]);
  draft.post(`${key}:crypto`, [place.deskCoins, -unsold], [place.saleCoins, unsold]);
}

function receiptOf(parts: Distribution, tdsInterest: bigint) {
  const { tdsSale, principal, interest, fee, gst, toBorrower, shortfall, setOff } = parts;
  const toLender = principal + interest + setOff - tdsInterest;
  return { tdsSale, toLender, tdsInterest, fee, gst, toBorrower, shortfall, setOff };
}
