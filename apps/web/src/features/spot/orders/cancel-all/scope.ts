/** Which open orders a cancellation is of. */
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cancelOrdersOfCoin, cancelOrdersOfPair } from '../../../../api/spot-orders.ts';
import { moneyOf, stockOf } from '../../../../ui/pair.ts';

export type Scope = { kind: 'all' } | { kind: 'pair'; pair: string } | { kind: 'coin'; coin: string };

export function isInScope(scope: Scope, { market }: Pick<SpotOrder, 'market'>): boolean {
  if (scope.kind === 'all') return true;
  if (scope.kind === 'pair') return market === scope.pair;
  return stockOf(market) === scope.coin || moneyOf(market) === scope.coin;
}

/** @throws ApiError */
export function cancelScope(scope: Scope): Promise<{ cancelled: number }> {
  if (scope.kind === 'coin') return cancelOrdersOfCoin(scope.coin);
  return cancelOrdersOfPair(scope.kind === 'pair' ? scope.pair : '');
}

/** Pairs and coins of the orders, each once, in the order of the alphabet. */
export function choicesOf(orders: readonly Pick<SpotOrder, 'market'>[]): { pairs: string[]; coins: string[] } {
  const pairs = [...new Set(orders.map(({ market }) => market))].sort();
  const coins = [...new Set(pairs.flatMap((pair) => [stockOf(pair), moneyOf(pair)]))].sort();
  return { pairs, coins };
}
