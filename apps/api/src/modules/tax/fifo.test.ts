import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LotQueue, type OpenLot } from './fifo.ts';

const lot = fc.record({ remaining: fc.bigInt(1n, 10n ** 24n), remainingCost: fc.bigInt(0n, 10n ** 30n) });
const lotsOf = fc.array(lot, { maxLength: 12 }).map((all) => all.map((one, number) => ({ number, ...one })));
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

test('quantities and costs are conserved over any disposals, and the oldest lots go first', () => {
  fc.assert(
    fc.property(lotsOf, fc.array(fc.bigInt(1n, 10n ** 25n), { maxLength: 12 }), (lots, wanted) => {
      const queue = new LotQueue<OpenLot>(lots.map((one) => ({ ...one })));
      let taken = 0n;
      let cost = 0n;
      for (const quantity of wanted) {
        const before = queue.list();
        const { parts, lots: touched, missing } = queue.take(quantity);
        expect(sum(parts.map((part) => part.quantity)) + missing).toBe(quantity);
        expect(missing === 0n || queue.list().length === 0).toBe(true);
        expect(touched).toEqual(before.slice(0, parts.length));
        expect(parts.map(({ number }) => number)).toEqual(touched.map(({ number }) => number));
        expect(queue.list().every(({ remaining, remainingCost }) => remaining > 0n && remainingCost >= 0n)).toBe(true);
        taken += sum(parts.map((part) => part.quantity));
        cost += sum(parts.map((part) => part.cost));
      }
      const open = queue.list();
      expect(taken + sum(open.map(({ remaining }) => remaining))).toBe(sum(lots.map(({ remaining }) => remaining)));
      expect(cost + sum(open.map(({ remainingCost }) => remainingCost))).toBe(
        sum(lots.map(({ remainingCost }) => remainingCost)),
      );
    }),
  );
});

test('a part costs its share, rounded down, and the last part the rest', () => {
  const queue = new LotQueue([
    { number: 0, remaining: 3n, remainingCost: 10n },
    { number: 1, remaining: 5n, remainingCost: 50n },
  ]);
  expect(queue.take(1n).parts).toEqual([{ number: 0, quantity: 1n, cost: 3n }]);
  expect(queue.take(3n).parts).toEqual([
    { number: 0, quantity: 2n, cost: 7n },
    { number: 1, quantity: 1n, cost: 10n },
  ]);
  expect(queue.take(9n)).toMatchObject({ parts: [{ number: 1, quantity: 4n, cost: 40n }], missing: 5n });
  expect(queue.list()).toEqual([]);
});

test('lots that are used up are forgotten, and the others keep their order', () => {
  const queue = new LotQueue<OpenLot>();
  for (let number = 0; number < 5_000; number += 1) queue.add({ number, remaining: 2n, remainingCost: 2n });
  for (let number = 0; number < 4_999; number += 1)
    expect(queue.take(2n).parts).toEqual([{ number, quantity: 2n, cost: 2n }]);
  expect(queue.list().map(({ number }) => number)).toEqual([4_999]);
});
