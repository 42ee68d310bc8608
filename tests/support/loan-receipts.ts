/** What a sale of a pledge must say, counted anew from the formulas of docs/loans.md, "Liquidation"; and what a page says of it. */
import { formatBigUnits, minOf, parseBigUnits } from '@pelican/shared/money';
import type { Page } from 'playwright-core';

/** Money and coins of the test have as many decimals. */
const scale = 8;
const units = (text: string) => parseBigUnits(text, scale);
const text = (amount: bigint) => formatBigUnits(amount, scale);
const ceil = (above: bigint, below: bigint) => (above + below - 1n) / below;

interface SoldPledge {
  principal: string;
  interest: string;
  pledge: string;
  /** In percent of the debt. */
  feePercent: bigint;
  index: string;
  /** Of who buys, at or above the limit. */
  bid: string;
  /** In the borrower's main wallet. */
  wallet: string;
}

const gstPercent = 18n;
const amountStep = units('0.000001');
const unit = units('1');

/** Of a sale by one order, without tax, as decimals. */
export function soldByOneOrder(sale: SoldPledge) {
  const [principal, interest, pledge, bid] = [sale.principal, sale.interest, sale.pledge, sale.bid].map(units) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const debt = principal + interest;
  const fee = ceil(debt * sale.feePercent, 100n);
  const gst = ceil(fee * gstPercent, 100n);
  const cost = debt + fee + gst;
  const limit = (units(sale.index) * 98n) / 100n;
  const most = (pledge / amountStep) * amountStep;
  const needed = ceil(cost * unit, limit * amountStep) * amountStep;
  const sold = minOf(needed, most);
  const proceeds = (sold * bid) / unit;
  const paid = minOf(proceeds, debt);
  const left = proceeds - paid;
  // A fee that is not covered gives way, and keeps its GST inside.
  const isCovered = left >= fee + gst;
  const paidFee = isCovered ? fee : (left * 100n) / (100n + gstPercent);
  const paidGst = isCovered ? gst : left - paidFee;
  const shortfall = debt - paid;
  const wallet = units(sale.wallet);
  const setOff = minOf(shortfall, wallet);
  const figures = {
    cost,
    limit,
    proceeds,
    paidFee,
    paidGst,
    toLender: paid + setOff,
    toBorrower: left - paidFee - paidGst,
    shortfall,
    setOff,
    owed: shortfall - setOff,
  };
  const money = Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, `${text(amount)} USDT`]));
  return { ...(money as Record<keyof typeof figures, string>), sold: text(sold), back: text(pledge - sold) };
}

/** What the panel says, by the names of its lines: all decimals where it shows fewer. */
export async function factsOf(page: Page, panel: string): Promise<Record<string, string>> {
  const lines = page.getByRole('region', { name: panel }).locator('dl > div');
  const facts: Record<string, string> = {};
  for (const line of await lines.all()) {
    const value = line.locator('dd');
    const titled = value.locator('[title]');
    const told = (await titled.count()) > 0 ? await titled.first().getAttribute('title') : await value.textContent();
    facts[(await line.locator('dt').textContent()) ?? ''] = told ?? '';
  }
  return facts;
}
