import { expect, it } from 'vitest';
import { liquidationDay } from './liquidation-day.ts';

const price = 100_000n * 100_000_000n;
const terms = {
  units: { money: 2, crypto: 8 },
  amount: 500_00n,
  dayRate: 5_000_000n,
  days: 90,
  levels: { warning: 72_000_000n, call: 78_000_000n, liquidation: 85_000_000n },
};

it('is the first day whose interest reaches the level, or none of the term', () => {
  // 25 a day: 650 are owed after six days, 675 after seven; 85% of 776.92 are 660.38.
  expect(liquidationDay(terms, 776_924n, price)).toBe(7);
  expect(liquidationDay({ ...terms, days: 6 }, 776_924n, price)).toBeNull();
  expect(liquidationDay({ ...terms, dayRate: 100_000n }, 776_924n, price)).toBeNull();
  // At the level itself it is sold: 525 of 617.6470...
  expect(liquidationDay(terms, 617_647n, price)).toBe(1);
  expect(liquidationDay(terms, 617_648n, price)).toBe(2);
});
