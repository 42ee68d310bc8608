import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenLot, takeFirst } from './fifo.ts';

const lot = fc.record({ remaining: fc.bigInt(1n, 10n ** 24n), remainingCost: fc.bigInt(0n, 10n ** 30n) });
const lotsOf = fc.array(lot, { maxLength: 12 }).map((all) => all.map((one, number) => ({ number, ...one })));
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

test('quantities and costs are conserved over any disposals, and the oldest lots go first', () => {
  fc.assert(
    fc.property(lotsOf, fc.array(fc.bigInt(1n, 10n ** 25n), { maxLength: 12 }), (lots, wanted) => {
      let open: OpenLot[] = lots;
      let taken = 0n;
      let cost = 0n;
      for (const quantity of wanted) {
        const { parts, rest, missing } = takeFirst(open, quantity);
        expect(sum(parts.map((part) => part.quantity)) + missing).toBe(quantity);
        expect(missing === 0n || rest.length === 0).toBe(true);
        expect(parts.map(({ number }) => number)).toEqual(open.slice(0, parts.length).map(({ number }) => number));
        expect(rest.every(({ remaining, remainingCost }) => remaining > 0n && remainingCost >= 0n)).toBe(true);
        taken += sum(parts.map((part) => part.quantity));
        cost += sum(parts.map((part) => part.cost));
        open = rest;
      }
      expect(taken + sum(open.map(({ remaining }) => remaining))).toBe(sum(lots.map(({ remaining }) => remaining)));
      expect(cost + sum(open.map(({ remainingCost }) => remainingCost))).toBe(
        sum(lots.map(({ remainingCost }) => remainingCost)),
      );
    }),
  );
});

test('a part costs its share, rounded down, and the last part the rest', () => {
  const lots = [
    { number: 0, remaining: 3n, remainingCost: 10n },
    { number: 1, remaining: 5n, remainingCost: 50n },
  ];
  const first = takeFirst(lots, 1n);
  expect(first.parts).toEqual([{ number: 0, quantity: 1n, cost: 3n }]);
  const second = takeFirst(first.rest, 3n);
  expect(second.parts).toEqual([
    { number: 0, quantity: 2n, cost: 7n },
    { number: 1, quantity: 1n, cost: 10n },
  ]);
  expect(takeFirst(second.rest, 9n)).toEqual({
    parts: [{ number: 1, quantity: 4n, cost: 40n }],
    rest: [],
    missing: 5n,
  });
});
