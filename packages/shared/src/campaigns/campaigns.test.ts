import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activateBurning, type BurningItem, burningEnd, burningShares, nothingBurned } from './burning.ts';
import { answerVotes, battleResult, battlesOf, nextForks } from './fork-battles.ts';
import { playGame } from './hunger-game.ts';
import { bonusBalances, bonusState, type VerificationEvent } from './sign-up-bonus.ts';

describe('a burning item', () => {
  const item: BurningItem = { activationAmount: 250n, targetAmount: 1000n, start: 10, end: 100, rewardPool: 1001n };
  const requests = fc.array(
    fc.record({ wait: fc.nat(20), user: fc.nat(8), available: fc.bigInt(0n, 400n), hasTarget: fc.boolean() }),
  );

  it('burns once for each user, no more than its target, and nothing once it is over', () => {
    fc.assert(
      fc.property(requests, fc.boolean(), (all, hasTarget) => {
        const given = { ...item, targetAmount: hasTarget ? item.targetAmount : 0n };
        let state = nothingBurned;
        let now = 0;
        for (const { wait, user, available } of all) {
          now += wait;
          const isOver = burningEnd(given, state, now) !== null;
          const next = activateBurning(given, state, { user, available }, now);
          if (typeof next === 'string') continue;
          expect(isOver || state.users.has(user) || now < given.start || available < 250n).toBe(false);
          state = next;
          expect(state.burned).toBe(250n * BigInt(state.users.size));
          if (hasTarget) expect(state.burned).toBeLessThanOrEqual(1000n);
        }
      }),
    );
  });

  it('shares no more than its pool', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.nat(10_000), (rewardPool, activations) => {
        const { share, rewarded, returned } = burningShares({ ...item, rewardPool }, activations);
        expect(rewarded).toBe(share * BigInt(activations));
        expect(rewarded + returned).toBe(rewardPool);
        expect(returned).toBeGreaterThanOrEqual(0n);
        if (activations > 0) expect(returned).toBeLessThan(BigInt(activations));
      }),
    );
  });
});

describe('the sign-up bonus', () => {
  const grant = { expiresAt: 100, isDenied: false };
  const histories = fc
    .array(
      fc.record({
        event: fc.constantFrom<VerificationEvent['event']>('submitted', 'approved', 'rejected'),
        at: fc.nat(200),
      }),
    )
    .map((all) => all.toSorted((a, b) => a.at - b.at));

  it('is released or expired once, and stays what it is', () => {
    fc.assert(
      fc.property(histories, fc.nat(300), fc.nat(300), (history, now, later) => {
        const state = bonusState(grant, history, now);
        if (state !== 'locked') expect(bonusState(grant, history, now + later)).toBe(state);
      }),
    );
  });

  it('is locked beyond its time only while documents that came in time are looked at', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 100, max: 300 }), (history, now) => {
        if (bonusState(grant, history, now) !== 'locked') return;
        const last = history.findLast(({ at }) => at < 100);
        expect(last?.event).toBe('submitted');
      }),
    );
  });

  it('moves money between its accounts only', () => {
    for (const state of ['denied', 'locked', 'released', 'expired'] as const) {
      const { main, bonus, promo } = bonusBalances(5n, state);
      expect(main + bonus + promo).toBe(0n);
      expect([main, bonus]).toEqual([state === 'released' ? 5n : 0n, state === 'locked' ? 5n : 0n]);
    }
  });
});

describe('a stage of forks', () => {
  const forks = fc
    .uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 9 })
    .map((ids) => ids.map((id, at) => ({ id, seed: at + 1 })));
  const votes = fc.array(
    fc.record({
      user: fc.nat(5),
      isVerified: fc.boolean(),
      registeredAt: fc.constantFrom(9, 10),
      fork: fc.integer({ min: 1, max: 50 }),
      at: fc.integer({ min: 8, max: 22 }),
    }),
  );

  it('leaves half of the forks, each of its battle, and counts one vote a user and battle', () => {
    fc.assert(
      fc.property(forks, votes, (all, cast) => {
        const { bye, battles } = battlesOf(all);
        const ids = [...battles.flatMap(({ a, b }) => [a, b]), ...(bye === null ? [] : [bye])];
        expect(ids.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
        const answers = answerVotes({ start: 10, end: 20, forks: all }, cast);
        const counted = cast.filter((_, at) => answers[at] === 'ok');
        const results = battles.map((battle) => battleResult(battle, counted));
        for (const { a, b, votesA, votesB, winner } of results) {
          expect([a, b]).toContain(winner);
          expect(winner === a ? votesA >= votesB : votesB >= votesA).toBe(true);
          const voters = counted.filter(({ fork }) => fork === a || fork === b).map(({ user }) => user);
          expect(new Set(voters).size).toBe(voters.length);
        }
        expect(nextForks(all, bye, results)).toHaveLength(Math.ceil(all.length / 2));
        for (const vote of counted)
          expect(vote.isVerified && vote.registeredAt < 10 && vote.at >= 10 && vote.at < 20).toBe(true);
      }),
    );
  });
});

describe('hunger games', () => {
  const players = fc.uniqueArray(
    fc.record({ user: fc.integer({ min: 1, max: 8 }), activatedAt: fc.integer({ min: -50, max: 150 }) }),
    {
      selector: ({ user }) => user,
    },
  );
  const referrals = fc.array(
    fc.record({
      player: fc.integer({ min: 1, max: 8 }),
      signedUpAt: fc.nat(300),
      qualifiedAt: fc.nat(400),
      isLinked: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  const rounds = fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 })
    .map((quotas) => quotas.map((quota, at) => ({ start: at * 100, end: at * 100 + 100, quota })));

  it('share the pool among who stood last, and nobody returns once he is out', () => {
    fc.assert(
      fc.property(rounds, players, referrals, fc.bigInt(0n, 10n ** 10n), (all, entered, friends, pool) => {
        const game = playGame(all, entered, friends, pool);
        const paid = game.winners.reduce((sum, { prize }) => sum + prize, 0n);
        expect(paid + game.returned).toBe(pool);
        expect(game.returned).toBeGreaterThanOrEqual(0n);
        if (game.winners.length > 0) expect(game.returned).toBeLessThan(BigInt(game.winners.length));
        game.rounds.slice(1).forEach(({ alive }, at) => {
          expect(alive).toEqual(game.rounds[at]?.survivors);
        });
        const last = game.rounds.at(-1);
        const standing = last && last.survivors.length > 0 ? last.survivors : last?.alive;
        expect(game.winners.map(({ user }) => user)).toEqual(standing);
        for (const { user } of game.winners) expect(game.refused).not.toContain(user);
      }),
    );
  });
});
