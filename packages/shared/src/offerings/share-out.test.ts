import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Commitment, type SessionTerms, sessionPrice8, shareOut } from './share-out.ts';

const terms: fc.Arbitrary<SessionTerms> = fc
  .record({
    price8: fc.bigInt(1000n, 10n ** 10n),
    token: fc.constant(10n ** 4n),
    step: fc.constantFrom(1n, 100n, 10_000n, 33_333n),
    supply: fc.bigInt(1n, 10n ** 9n),
    hardCap8: fc.oneof(fc.constant(0n), fc.bigInt(10n ** 8n, 10n ** 13n)),
    before: fc.integer({ min: 0, max: 100 }),
    bonusRate: fc.constantFrom(0n, 2_500_000n, 5_000_000n),
  })
  .map(({ before, ...rest }) => ({ ...rest, raisedBefore8: (rest.hardCap8 * BigInt(before)) / 100n }));
const currencies = fc.constantFrom(
  { one: 10n ** 8n, rate8: 10n ** 8n },
  { one: 10n ** 8n, rate8: 9_123_456_000_000n },
  { one: 100n, rate8: 1_173_000n },
);
const commitments: fc.Arbitrary<Commitment[]> = fc.array(
  fc.record({ user: fc.nat(), currency: currencies, amount: fc.bigInt(1n, 10n ** 11n) }),
  { maxLength: 12 },
);

it('gives out what is asked for or what there is, to a step, and to nobody more than he asked for', () => {
  fc.assert(
    fc.property(terms, commitments, (given, all) => {
      const { rows, sold, unsold, demand, available } = shareOut(given, all);
      expect(rows.reduce((sum, { tokens }) => sum + tokens, 0n)).toBe(sold);
      expect(sold).toBe(demand <= available ? demand : available - (available % given.step));
      expect(sold + unsold).toBe(given.supply);
      for (const row of rows) {
        expect(row.tokens % given.step).toBe(0n);
        expect(row.tokens).toBeLessThanOrEqual(row.demand);
        if (demand <= available) continue;
        const difference = row.tokens * demand - row.demand * available;
        expect(difference < given.step * demand && -difference < given.step * demand).toBe(true);
      }
    }),
  );
});

it('takes no more money than was committed, and raises no more than the cap', () => {
  fc.assert(
    fc.property(terms, commitments, (given, all) => {
      const { rows, raised8, raisedTotal8, isHardCapReached } = shareOut(given, all);
      let worth8 = 0n;
      for (const row of rows) {
        expect(row.cost + row.refund).toBe(row.amount);
        expect(row.refund).toBeGreaterThanOrEqual(0n);
        expect(row.bonus).toBeLessThanOrEqual(row.tokens);
        worth8 += (row.cost * row.currency.rate8) / row.currency.one + 1n;
      }
      // Costs round up: what is taken is worth what is raised.
      expect(worth8).toBeGreaterThanOrEqual(raised8);
      expect(raisedTotal8).toBe(given.raisedBefore8 + raised8);
      if (given.hardCap8 === 0n) expect(isHardCapReached).toBe(false);
      else expect(raisedTotal8).toBeLessThanOrEqual(given.hardCap8);
    }),
  );
});

it('who asks for the same gets the same but for one step, the earlier the more', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 1, max: 10 }), fc.bigInt(1n, 10n ** 11n), (given, count, amount) => {
      const currency = { one: 10n ** 8n, rate8: 10n ** 8n };
      const all = Array.from({ length: count }, (_, user) => ({ user, currency, amount }));
      const shares = shareOut(given, all).rows.map(({ tokens }) => tokens);
      shares.slice(1).forEach((tokens, at) => {
        const before = shares[at] ?? 0n;
        expect(before === tokens || before === tokens + given.step).toBe(true);
      });
    }),
  );
});

it('a discount makes the price lower, down', () => {
  expect(sessionPrice8(3n, 0n)).toBe(3n);
  expect(sessionPrice8(3n, 1n)).toBe(2n);
  expect(sessionPrice8(2_500_000n, 15_000_000n)).toBe(2_125_000n);
});
