/**
 * What a quick swap gives and receives over the levels of the book, by the formulas that the engine charges with. While the
 * book stays as it is, the engine takes no more and pays no less: roundings of each order in a level are on the safe side.
 */
import { affordableLots, feeOf, gstOf, sellerFeeOf, sellerGstOf, tdsOf } from '@pelican/shared/money';
import { cutToStep, Decimal } from '../../../terminal/form/form-numbers.ts';
import { decimalOf, type FeeRates, ppmOf, type Side, unitsOf } from '../form/receipt.ts';

interface Level {
  readonly price: string;
  readonly amount: string;
}

/** What an estimate must know of the market and of who swaps. */
export interface SwapTerms {
  /** A purchase gives money and receives stock, a sale the other way round. */
  side: Side;
  priceStep: string;
  amountStep: string;
  minAmount: string;
  moneyDecimals: number;
  /** How far from the best price the market lets an order trade, as a fraction; "0": as far as it likes. */
  band: string;
  /** With the taker's fee as `fee`, and the TDS of quick swaps. */
  rates: FeeRates;
}

/** Which of the two amounts is wanted exactly. */
export type SwapField = 'give' | 'receive';

export interface SwapEstimate {
  /** Money with all charges for a purchase, stock for a sale. */
  give: Decimal;
  /** Stock for a purchase, money without the charges for a sale. */
  receive: Decimal;
  /** In money, as fee, GST and TDS are. */
  gross: Decimal;
  fee: Decimal;
  gst: Decimal;
  tds: Decimal;
  averagePrice: Decimal;
  /** Of the last level taken. */
  worstPrice: Decimal;
  /** False where the levels end, or leave the band, before the wanted amount is reached. */
  complete: boolean;
}

/** Rests of orders that are smaller than the market's minimum and lie in one level, at most. */
const restsPerLevel = 50;
/** Levels that a swap at its worst price is expected to meet at most. */
const levelsMax = 100;

interface Charged {
  lots: number;
  value: number;
  fee: number;
  gst: number;
  tds: number;
}

/** The terms in the units of the engine. */
function unitsOfTerms({ side, amountStep, minAmount, moneyDecimals, rates }: SwapTerms) {
  const minLots = Math.max(1, lotsOf(minAmount, amountStep));
  return {
    side,
    fee: ppmOf(rates.fee),
    gst: ppmOf(rates.gst),
    tds: ppmOf(side === 'buy' ? rates.tdsBuy : rates.tds),
    lotValue: (price: Decimal | string) => unitsOf(new Decimal(price).times(amountStep), moneyDecimals),
    /** Orders that lots of one level are made of at most. */
    ordersIn: (lots: number, levels = 1) => Math.min(lots, Math.ceil(lots / minLots) + restsPerLevel * levels),
  };
}
type Units = ReturnType<typeof unitsOfTerms>;

function lotsOf(amount: Decimal | string, amountStep: string): number {
  return new Decimal(amount).div(amountStep).floor().toNumber();
}

/** The charges on lots that are filled by `orders` orders: each may round its fee and its GST up by less than a unit. */
function charge(units: Units, lots: number, lotValue: number, orders: number): Charged {
  const value = lots * lotValue;
  const roundings = Math.max(0, orders - 1);
  if (units.side === 'buy') {
    const fee = feeOf(value, units.fee) + (units.fee === 0 ? 0 : roundings);
    const gst = gstOf(fee, units.gst) + (units.gst === 0 ? 0 : roundings);
    return { lots, value, fee, gst, tds: tdsOf(value, units.tds) };
  }
  const fee = Math.min(sellerFeeOf(value, units.fee) + (units.fee === 0 ? 0 : roundings), value);
  const gst = Math.min(sellerGstOf(value, fee, units.gst) + (units.gst === 0 ? 0 : roundings), value - fee);
  return { lots, value, fee, gst, tds: tdsOf(value - fee - gst, units.tds) };
}

const costOf = ({ value, fee, gst, tds }: Charged) => value + fee + gst + tds;
const netOf = ({ value, fee, gst, tds }: Charged) => value - fee - gst - tds;

/** The most lots of a price that a budget pays for, with room for the roundings. */
function affordable(units: Units, budget: number, lotValue: number, held: number, levels = 1): number {
  const lotsFor = (money: number) =>
    lotValue === 0 || money <= 0
      ? 0
      : affordableLots(Math.min(money, Number.MAX_SAFE_INTEGER), lotValue, units.fee, units.gst, units.tds);
  const most = Math.min(held, lotsFor(budget));
  const room =
    costOf(charge(units, most, lotValue, units.ordersIn(most, levels))) - costOf(charge(units, most, lotValue, 1));
  return Math.min(held, lotsFor(budget - room));
}

/** The fewest lots whose sale brings at least `wanted`; `held` where all of them bring less. */
function lotsThatBring(units: Units, wanted: number, lotValue: number, held: number): number {
  const brings = (lots: number) => netOf(charge(units, lots, lotValue, units.ordersIn(lots)));
  let [low, high] = [0, held];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (brings(middle) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The levels that the market's band leaves. */
function withinBand(levels: readonly Level[], { side, band }: SwapTerms): readonly Level[] {
  const best = levels[0];
  if (best === undefined || Number(band) === 0) return levels;
  const span = new Decimal(best.price).times(band);
  const last = side === 'buy' ? span.plus(best.price) : new Decimal(best.price).minus(span);
  return levels.filter(({ price }) => (side === 'buy' ? last.gte(price) : last.lte(price)));
}

/** What is wanted of the next level, and whether it is reached there. */
type Take = (held: number, lotValue: number) => { lots: number; reached: boolean };

function takeFor(field: SwapField, amount: Decimal, terms: SwapTerms, units: Units, sum: Charged): Take {
  const isStock = (field === 'give') === (terms.side === 'sell');
  if (isStock) {
    const wanted = lotsOf(amount, terms.amountStep);
    return (held) => ({ lots: Math.min(held, wanted - sum.lots), reached: held >= wanted - sum.lots });
  }
  const wanted = unitsOf(amount, terms.moneyDecimals);
  if (terms.side === 'sell') {
    return (held, lotValue) => {
      const lots = lotsThatBring(units, wanted - netOf(sum), lotValue, held);
      return { lots, reached: netOf(sum) + netOf(charge(units, lots, lotValue, units.ordersIn(lots))) >= wanted };
    };
  }
  return (held, lotValue) => {
    const lots = affordable(units, wanted - costOf(sum), lotValue, held);
    const left = wanted - costOf(sum) - costOf(charge(units, lots, lotValue, units.ordersIn(lots)));
    return { lots, reached: lots < held || left < lotValue };
  };
}

/**
 * Walks the book of the other side, best first.
 * @param amount of the field: in stock a multiple of the market's step
 */
export function estimateSwap(
  field: SwapField,
  amount: Decimal,
  levels: readonly Level[],
  terms: SwapTerms,
): SwapEstimate {
  const units = unitsOfTerms(terms);
  const sum: Charged = { lots: 0, value: 0, fee: 0, gst: 0, tds: 0 };
  const take = takeFor(field, amount, terms, units, sum);
  let worstPrice = new Decimal(0);
  let complete = false;
  for (const level of withinBand(levels, terms)) {
    const lotValue = units.lotValue(level.price);
    const { lots, reached } = take(lotsOf(level.amount, terms.amountStep), lotValue);
    const charged = charge(units, lots, lotValue, units.ordersIn(lots));
    for (const name of ['lots', 'value', 'fee', 'gst', 'tds'] as const) sum[name] += charged[name];
    if (lots > 0) worstPrice = new Decimal(level.price);
    complete = reached;
    if (reached) break;
  }
  return viewOf(sum, worstPrice, complete, terms);
}

function viewOf(sum: Charged, worstPrice: Decimal, complete: boolean, terms: SwapTerms): SwapEstimate {
  const money = (amount: number) => decimalOf(amount, terms.moneyDecimals);
  const stock = new Decimal(terms.amountStep).times(sum.lots);
  const gross = money(sum.value);
  return {
    give: terms.side === 'buy' ? money(costOf(sum)) : stock,
    receive: terms.side === 'buy' ? stock : money(netOf(sum)),
    gross,
    fee: money(sum.fee),
    gst: money(sum.gst),
    tds: money(sum.tds),
    averagePrice: stock.isZero() ? stock : gross.div(stock),
    worstPrice,
    complete,
  };
}

/** The worst price that the swap may trade at: `slippage` (0.005 is 0.5 %) beyond that of the estimate, cut to the step. */
export function limitPriceOf({ worstPrice }: SwapEstimate, slippage: Decimal, { side, priceStep }: SwapTerms): Decimal {
  if (side === 'buy') return Decimal.max(worstPrice, cutToStep(worstPrice.times(slippage.plus(1)), priceStep));
  const limit = worstPrice.times(new Decimal(1).minus(slippage)).div(priceStep).ceil().times(priceStep);
  return Decimal.max(Decimal.min(worstPrice, limit), priceStep);
}

/** What a swap of exactly this amount comes to where all of it trades at one price: the worst that it may come to. */
export function swapAt(field: SwapField, amount: Decimal, price: Decimal, terms: SwapTerms): SwapEstimate {
  const units = unitsOfTerms(terms);
  const lotValue = units.lotValue(price);
  const isStock = (field === 'give') === (terms.side === 'sell');
  const lots = isStock
    ? lotsOf(amount, terms.amountStep)
    : affordable(units, unitsOf(amount, terms.moneyDecimals), lotValue, Number.MAX_SAFE_INTEGER, levelsMax);
  return viewOf(charge(units, lots, lotValue, units.ordersIn(lots, levelsMax)), price, true, terms);
}
