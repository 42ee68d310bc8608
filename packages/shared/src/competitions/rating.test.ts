import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CompetitionRules, CompetitionTrade, Participant } from './counting.ts';
import { arePlacesWhole, competitionRating, prizePool } from './rating.ts';

const rules = fc.record<CompetitionRules>({
  type: fc.constantFrom('ORDERS', 'SELLVOLUME'),
  markets: fc.constant(['PLC_USDT']),
  start: fc.constant(100),
  end: fc.constant(1000),
  minOrderValue: fc.constantFrom(0n, 30n),
  clusters: fc.constantFrom(
    [],
    [[1, 2]],
    [
      [1, 2, 3],
      [4, 9],
    ],
  ),
});
const participants: fc.Arbitrary<Participant[]> = fc.uniqueArray(
  fc.record({
    user: fc.integer({ min: 1, max: 7 }),
    joinedAt: fc.integer({ min: 50, max: 600 }),
    isDisqualified: fc.boolean(),
  }),
  { selector: ({ user }) => user },
);
const trades: fc.Arbitrary<CompetitionTrade[]> = fc
  .array(
    fc.record({
      market: fc.constantFrom('PLC_USDT', 'PLC_USDT', 'LTC_USDT'),
      at: fc.integer({ min: 50, max: 1050 }),
      buyer: fc.integer({ min: 1, max: 9 }),
      buyOrder: fc.integer({ min: 1, max: 4 }),
      seller: fc.integer({ min: 1, max: 9 }),
      sellOrder: fc.integer({ min: 5, max: 8 }),
      gross: fc.constantFrom(10n, 20n, 25n),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((trade, at) => ({ ...trade, id: at + 1 })));
const prizes = {
  places: [
    { from: 1, to: 2, amount: 1001n },
    { from: 3, to: 5, amount: 100n },
  ],
  tdsRate: 10_000_000n,
};

it('places are from 1 on without gap, by value, and no two of one cluster have one', () => {
  fc.assert(
    fc.property(rules, participants, trades, (given, users, all) => {
      const { rows, unranked } = competitionRating(given, prizes, users, all, 1000);
      expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => at + 1));
      rows.slice(1).forEach((row, at) => {
        expect(rows[at]?.value).toBeGreaterThanOrEqual(row.value);
      });
      const placed = rows.map(({ user }) => user);
      expect(new Set([...placed, ...unranked.map(({ user }) => user)]).size).toBe(rows.length + unranked.length);
      for (const cluster of given.clusters)
        expect(placed.filter((user) => cluster.includes(user)).length).toBeLessThan(2);
      for (const { user, isDisqualified } of users) if (isDisqualified) expect(placed).not.toContain(user);
    }),
  );
});

it('is the same in whatever order trades and users are read', () => {
  fc.assert(
    fc.property(rules, participants, trades, (given, users, all) => {
      const rating = competitionRating(given, prizes, users, all, 1000);
      expect(competitionRating(given, prizes, users.toReversed(), all.toReversed(), 1000)).toEqual(rating);
    }),
  );
});

it('a later snapshot of the same trades only adds to values', () => {
  fc.assert(
    fc.property(rules, participants, trades, fc.integer({ min: 100, max: 1000 }), (given, users, all, until) => {
      const early = competitionRating({ ...given, clusters: [] }, prizes, users, all, until).rows;
      const late = new Map(
        competitionRating({ ...given, clusters: [] }, prizes, users, all, 1000).rows.map((row) => [row.user, row]),
      );
      for (const { user, value } of early) expect(late.get(user)?.value).toBeGreaterThanOrEqual(value);
    }),
  );
});

it('prizes are no more than the pool, and tax no more than the prize', () => {
  fc.assert(
    fc.property(rules, participants, trades, (given, users, all) => {
      const { rows } = competitionRating(given, prizes, users, all, 1000);
      const awarded = rows.reduce((sum, { prize }) => sum + prize, 0n);
      expect(awarded).toBeLessThanOrEqual(prizePool(prizes.places));
      for (const { prize, tds } of rows) expect(tds <= prize && tds >= 0n).toBe(true);
    }),
  );
});

it('a trade with oneself or within a cluster counts for nobody', () => {
  fc.assert(
    fc.property(rules, participants, trades, (given, users, all) => {
      const { rows, excluded } = competitionRating(given, prizes, users, all, 1000);
      const left = new Set(excluded.map(({ trade }) => trade));
      const clean = competitionRating(
        given,
        prizes,
        users,
        all.filter(({ id }) => !left.has(id)),
        1000,
      );
      expect(clean).toMatchObject({ rows, excluded: [] });
    }),
  );
});

it('places are whole when they are from 1 on without gap and overlap', () => {
  expect(arePlacesWhole(prizes.places)).toBe(true);
  const range = (from: number, to: number, amount = 1n) => ({ from, to, amount });
  for (const places of [
    [],
    [range(2, 3)],
    [range(1, 1), range(3, 3)],
    [range(1, 2), range(2, 3)],
    [range(1, 0)],
    [range(1, 1, 0n)],
  ])
    expect(arePlacesWhole(places)).toBe(false);
  expect(prizePool(prizes.places)).toBe(2302n);
});
