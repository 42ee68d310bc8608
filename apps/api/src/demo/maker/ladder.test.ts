import { expect, test } from 'vitest';
import { createRandom } from '../../ticker/index.ts';
import type { DeskOrder } from './desk-connection.ts';
import { buy, levelsPerSide, planQuotes, type QuotedMarket, sell } from './ladder.ts';

const market: QuotedMarket = {
  name: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  priceStep: 0.01,
  priceDecimals: 2,
  amountStep: 0.000001,
  amountDecimals: 6,
  amountMin: 0.00001,
  totalMin: 1,
};

/** Applies a plan as the exchange would, without fills. */
function apply(orders: DeskOrder[], calls: ReturnType<typeof planQuotes>, firstId: number): DeskOrder[] {
  let next = orders;
  let id = firstId;
  for (const [method, params] of calls) {
    if (method === 'order.cancel') next = next.filter((order) => order.id !== params[1]);
    else
      next = [
        ...next,
        {
          id: id++,
          market: market.name,
          side: params[1] as number,
          price: params[3] as string,
          left: params[2] as string,
          status: 'open',
        },
      ];
  }
  return next;
}

test('an empty book is filled in a few rounds, buys below and sells above the price', () => {
  let orders: DeskOrder[] = [];
  for (let round = 0; round < 3; round++)
    orders = apply(orders, planQuotes(market, 92_400, 1, orders, createRandom(1)), round * 100 + 1);
  expect(orders.filter((order) => order.side === buy)).toHaveLength(levelsPerSide);
  expect(orders.filter((order) => order.side === sell)).toHaveLength(levelsPerSide);
  for (const order of orders)
    expect(order.side === buy ? Number(order.price) < 92_400 : Number(order.price) > 92_400).toBe(true);
});

test('a settled ladder needs nothing, a moved price leaves no quote on its wrong side', () => {
  let orders: DeskOrder[] = [];
  for (let round = 0; round < 3; round++)
    orders = apply(orders, planQuotes(market, 92_400, 1, orders, createRandom(1)), round * 100 + 1);
  expect(planQuotes(market, 92_400, 1, orders, createRandom(2))).toEqual([]);
  for (let round = 3; round < 9; round++) {
    const calls = planQuotes(market, 92_900, 1, orders, createRandom(3));
    expect(calls.length).toBeLessThanOrEqual(20);
    orders = apply(orders, calls, round * 100 + 1);
  }
  for (const order of orders)
    expect(order.side === buy ? Number(order.price) < 92_900 : Number(order.price) > 92_900).toBe(true);
  expect(orders).toHaveLength(2 * levelsPerSide);
});
