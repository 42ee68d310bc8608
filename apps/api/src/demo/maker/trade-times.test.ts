import { expect, test } from 'vitest';
import { createRandom } from '../../ticker/index.ts';
import { TradeTimes } from './trade-times.ts';

test('each market is traded in at steps one to six apart', () => {
  const times = new TradeTimes(createRandom(7));
  const pauses = new Map<string, number[]>();
  for (const market of ['BTC_USDT', 'ETH_USDT']) {
    let last = 0;
    for (let step = 0; step < 10_000; step++) {
      if (!times.takeDue(market, step)) continue;
      pauses.set(market, [...(pauses.get(market) ?? []), step - last]);
      last = step;
    }
  }
  for (const between of pauses.values()) expect([...new Set(between)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
