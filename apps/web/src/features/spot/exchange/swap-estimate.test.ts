import { affordableLots, buyerCostOf, splitSale } from '@pelican/shared/money';
import { describe, expect, test } from 'vitest';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { estimateSwap, limitPriceOf, type SwapTerms, swapAt } from './swap-estimate.ts';

const rates = {
  fee: '0.002',
  makerFee: '0.002',
  takerFee: '0.002',
  gst: '0.18',
  tds: '0.01',
  tdsBuy: '0',
  feePlc: '0.0015',
  feePlcBuy: '0.0015',
};
const buy: SwapTerms = {
  side: 'buy',
  priceStep: '0.01',
  amountStep: '0.0001',
  minAmount: '0.01',
  moneyDecimals: 8,
  band: '0.05',
  rates,
};
const sell: SwapTerms = { ...buy, side: 'sell' };
const d = (text: string) => new Decimal(text);
const level = (price: string, amount: string) => ({ price, amount });
/** To the cent: the roundings that single orders may add are below it. */
const cents = (value: Decimal) => value.toFixed(2);

describe('an estimate', () => {
  test('of money for stock pays the charges out of the money', () => {
    const estimate = estimateSwap('give', d('100.236'), [level('100', '5')], buy);
    expect(plain(estimate.receive)).toBe('0.9999');
    expect(estimate.complete).toBe(true);
    expect(estimate.give.lte('100.236')).toBe(true);
  });

  test('of stock for money takes fee, GST and TDS off, and they add up', () => {
    const estimate = estimateSwap('give', d('1.5'), [level('100', '1'), level('99', '1')], sell);
    expect([estimate.gross, estimate.fee, estimate.gst, estimate.tds, estimate.receive].map(cents)).toEqual([
      '149.50',
      '0.30',
      '0.05',
      '1.49',
      '147.66',
    ]);
    expect(plain(estimate.gross.minus(estimate.fee).minus(estimate.gst).minus(estimate.tds))).toBe(
      plain(estimate.receive),
    );
    expect(plain(estimate.worstPrice)).toBe('99');
    expect(plain(estimate.averagePrice.toDecimalPlaces(2))).toBe('99.67');
  });

  test('of a wanted amount is what must be given for at least that', () => {
    const stock = estimateSwap('receive', d('1.5'), [level('100', '1'), level('101', '1')], buy);
    expect(plain(stock.receive)).toBe('1.5');
    expect(cents(stock.give)).toBe('150.86');
    const money = estimateSwap('receive', d('147'), [level('100', '1'), level('99', '1')], sell);
    expect(money.receive.gte('147')).toBe(true);
    const less = estimateSwap('give', money.give.minus(sell.amountStep), [level('100', '1'), level('99', '1')], sell);
    expect(less.receive.lt('147')).toBe(true);
  });

  test('says where the levels end, and passes over those outside of the band', () => {
    const asks = [level('100', '1'), level('106', '5')];
    const estimate = estimateSwap('receive', d('2'), asks, buy);
    expect(estimate.complete).toBe(false);
    expect(plain(estimate.receive)).toBe('1');
    expect(estimateSwap('receive', d('2'), asks, { ...buy, band: '0' }).complete).toBe(true);
    expect(estimateSwap('receive', d('2'), asks, { ...buy, band: '0.06' }).complete).toBe(true);
    expect(estimateSwap('give', d('2'), [], sell)).toMatchObject({ complete: false });
  });

  test('that takes a level to its end is complete', () => {
    expect(estimateSwap('give', d('1'), [level('100', '1')], sell).complete).toBe(true);
    expect(estimateSwap('receive', d('1'), [level('100', '1')], buy).complete).toBe(true);
    expect(estimateSwap('give', d('100.24'), [level('100', '1')], buy).complete).toBe(true);
  });
});

describe('the limit', () => {
  const at = (price: string) => ({ ...estimateSwap('give', d('1'), [], buy), worstPrice: d(price) });

  test('lies beyond the worst price of the estimate, cut to the step on the side of who swaps', () => {
    expect(plain(limitPriceOf(at('100.01'), d('0.005'), buy))).toBe('100.51');
    expect(plain(limitPriceOf(at('100.01'), d('0.005'), sell))).toBe('99.51');
  });

  test('never lies before that price, nor below a step', () => {
    expect(plain(limitPriceOf(at('0.03'), d('0.001'), buy))).toBe('0.03');
    expect(plain(limitPriceOf(at('0.03'), d('0.001'), sell))).toBe('0.03');
    expect(plain(limitPriceOf(at('0.01'), d('0.05'), sell))).toBe('0.01');
  });

  test('is the worst that the swap may come to', () => {
    expect(swapAt('give', d('1'), d('99.5'), sell).receive.toFixed(2)).toBe('98.27');
    expect(plain(swapAt('give', d('100'), d('100.5'), buy).receive)).toBe('0.9926');
    expect(swapAt('receive', d('1'), d('100.5'), buy).give.toFixed(2)).toBe('100.74');
  });
});

/** Repeatable numbers below `max`. */
function numbers(seed: number) {
  let state = seed;
  return (max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

interface Order {
  ticks: number;
  lots: number;
}

/** A side of a book, best first, and its levels as the client sees them. */
function randomSide(
  next: (max: number) => number,
  side: 'buy' | 'sell',
): { orders: Order[]; levels: ReturnType<typeof level>[] } {
  const orders: Order[] = [];
  const levels: ReturnType<typeof level>[] = [];
  let ticks = 5_000 + next(20_000);
  for (let i = 1 + next(6); i > 0; i--) {
    const inLevel = Array.from({ length: 1 + next(20) }, () => ({ ticks, lots: 1 + next(3_000) }));
    orders.push(...inLevel);
    const lots = inLevel.reduce((sum, order) => sum + order.lots, 0);
    levels.push(level(d(String(ticks)).div(100).toFixed(), d(String(lots)).div(10_000).toFixed()));
    ticks += (side === 'buy' ? 1 : -1) * (1 + next(40));
  }
  return { orders, levels };
}

/** A lot at a tick, in the money's smallest unit: 0.01 x 0.0001 at 8 decimals. */
const tickLot = 100;

/** The engine's purchase: order by order, as many lots as the money that is left pays for. */
function purchase(orders: Order[], budget: number, wanted: number, ppm: [number, number, number]) {
  let [lots, paid] = [0, 0];
  for (const { ticks, lots: held } of orders) {
    const lotValue = ticks * tickLot;
    const taken = Math.min(held, wanted - lots, affordableLots(budget - paid, lotValue, ...ppm));
    if (taken > 0) paid += buyerCostOf(taken * lotValue, ...ppm);
    lots += taken;
    if (taken < held) break;
  }
  return { lots, paid };
}

function sale(orders: Order[], wanted: number, ppm: [number, number, number]): number {
  let [lots, got] = [0, 0];
  for (const { ticks, lots: held } of orders) {
    const taken = Math.min(held, wanted - lots);
    if (taken > 0) got += splitSale(taken * ticks * tickLot, ...ppm).net;
    lots += taken;
  }
  return got;
}

test('over any book the engine takes no more and pays no less than was estimated, also at the limit', () => {
  const unit = d('0.00000001');
  for (let seed = 1; seed <= 300; seed++) {
    const next = numbers(seed);
    const free = {
      ...rates,
      fee: String(next(4) / 1000),
      gst: ['0', '0.18', '1'][next(3)] as string,
      tds: String(next(3) / 100),
    };
    const terms = { ...buy, band: '0', rates: free, minAmount: ['0.0001', '0.01'][next(2)] as string };
    const ppm = (tds: string) =>
      [free.fee, free.gst, tds].map((rate) => Math.round(Number(rate) * 1e6)) as [number, number, number];

    const asks = randomSide(next, 'buy');
    const money = 1 + next(2_000_000_000);
    const bought = estimateSwap('give', unit.times(money), asks.levels, terms);
    const paidFor = purchase(asks.orders, money, Number.MAX_SAFE_INTEGER, ppm('0'));
    expect(bought.receive.div('0.0001').toNumber(), `seed ${seed}`).toBeLessThanOrEqual(paidFor.lots);
    const wanted = 1 + next(20_000);
    const exact = estimateSwap('receive', d('0.0001').times(wanted), asks.levels, terms);
    const cost = purchase(asks.orders, Number.MAX_SAFE_INTEGER, wanted, ppm('0'));
    expect(exact.receive.div('0.0001').toNumber(), `seed ${seed}`).toBe(cost.lots);
    expect(exact.give.div(unit).toNumber(), `seed ${seed}`).toBeGreaterThanOrEqual(cost.paid);

    const bids = randomSide(next, 'sell');
    const selling: SwapTerms = { ...terms, side: 'sell' };
    const sold = estimateSwap('give', d('0.0001').times(wanted), bids.levels, selling);
    const soldLots = sold.give.div('0.0001').toNumber();
    expect(sold.receive.div(unit).toNumber(), `seed ${seed}`).toBeLessThanOrEqual(
      sale(bids.orders, soldLots, ppm(free.tds)),
    );

    if (bought.complete && !bought.worstPrice.isZero()) {
      const worst = swapAt('give', unit.times(money), limitPriceOf(bought, d('0.01'), terms), terms);
      expect(worst.receive.lte(bought.receive), `seed ${seed}`).toBe(true);
    }
    if (sold.complete) {
      const worst = swapAt('give', sold.give, limitPriceOf(sold, d('0.01'), selling), selling);
      expect(worst.receive.lte(sold.receive), `seed ${seed}`).toBe(true);
    }
  }
});
