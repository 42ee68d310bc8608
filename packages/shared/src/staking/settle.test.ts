import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestOf, paidInterest, paymentCount } from './interest.ts';
import { closeStake, payoutAt, type Stake, type StakePosting, type StakingPlan, settleStake } from './settle.ts';
import { terminateStake } from './termination.ts';
import { day, hour } from './terms.ts';

const windows = fc.array(
  fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 72 })).map(([from, length]): [number, number] => {
    return [from * day, from * day + length * hour];
  }),
  { maxLength: 3 },
);

const plans: fc.Arbitrary<StakingPlan> = fc
  .record({
    term: fc.constantFrom('fixed' as const, 'flexible' as const),
    whole: fc.constantFrom([15, 24], [2, 12], [1, 8], [15, 120]),
    valuePeriod: fc.constantFrom(0, 5, 24),
    redemptionPeriod: fc.constantFrom(0, 1, 48),
    early: fc.constantFrom('forfeit' as const, 'keep' as const),
    feeRate: fc.bigInt(0n, 20_000_000n),
    rates: fc.array(fc.record({ from: fc.nat(60 * day), rate: fc.bigInt(1n, 100_000_000n) }), { maxLength: 3 }),
    finishedAt: fc.option(fc.nat(60 * day)),
    windows,
    isFunded: fc.boolean(),
    tdsRate: fc.constantFrom(0n, 10_000_000n),
  })
  .map(({ whole: [period = 1, interestPeriod = 24], rates, isFunded, tdsRate, ...plan }) => ({
    ...plan,
    period,
    interestPeriod,
    rates: [{ from: 0, rate: 1_234_567n }, ...rates.toSorted((a, b) => a.from - b.from)],
    canReserve: () => isFunded,
    tdsRateAt: (at: number) => (at < 30 * day ? 0n : tdsRate),
  }));

function stakeOf(plan: StakingPlan, amount: bigint, isAutoCancelled: boolean): Stake {
  return {
    id: 7,
    amount,
    rate: 1_234_567n,
    start: plan.valuePeriod * hour,
    state: 'OPEN',
    termNumber: 1,
    paidCount: 0,
    interestPaid: 0n,
    isAutoCancelled,
    forfeited: 0n,
    fee: 0n,
    endedAt: null,
    returnedAt: null,
  };
}

const stakes = fc
  .tuple(plans, fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 13n)), fc.boolean())
  .map(([plan, amount, isAutoCancelled]) => ({ plan, stake: stakeOf(plan, amount, isAutoCancelled) }));

/** Settles at each time in turn, and closes at the last when asked to. */
function runThrough(stake: Stake, plan: StakingPlan, times: readonly number[]) {
  const postings: StakePosting[] = [];
  let current = stake;
  for (const at of times) {
    const settled = settleStake(current, plan, at);
    current = settled.stake;
    postings.push(...settled.postings);
  }
  return { stake: current, postings };
}

function sumOf(postings: readonly StakePosting[], account: keyof StakePosting['legs']): bigint {
  return postings.reduce((sum, { legs }) => sum + (legs[account] ?? 0n), 0n);
}

describe('settling', () => {
  it('gives the same postings however time is divided', () => {
    const times = fc.array(fc.nat(80 * day), { maxLength: 12 });
    fc.assert(
      fc.property(stakes, times, ({ plan, stake }, some) => {
        const end = 80 * day;
        const often = runThrough(stake, plan, [...some.toSorted((a, b) => a - b), end, end]);
        expect(often).toEqual(runThrough(stake, plan, [end]));
      }),
    );
  });

  it('balances each posting, posts none twice, and never goes back in time', () => {
    fc.assert(
      fc.property(stakes, ({ plan, stake }) => {
        const { postings } = settleStake(stake, plan, 80 * day);
        for (const { legs } of postings) {
          const changes = Object.values(legs);
          expect(changes.reduce((sum, change) => sum + change, 0n)).toBe(0n);
          expect(changes).not.toContain(0n);
        }
        expect(new Set(postings.map(({ key }) => key)).size).toBe(postings.length);
        const dues = postings.map(({ due }) => due);
        expect(dues).toEqual(dues.toSorted((a, b) => a - b));
      }),
    );
  });

  it('pays of a finished term exactly its interest, and returns the principal once', () => {
    fc.assert(
      fc.property(stakes, ({ plan, stake }) => {
        const single: StakingPlan = { ...plan, term: 'fixed', canReserve: () => false };
        const { stake: end, postings } = settleStake(stake, single, 80 * day);
        const interest = paidInterest(stake, single, paymentCount(single));
        expect(end).toMatchObject({ state: 'CLOSED', termNumber: 1, interestPaid: interest });
        expect(sumOf(postings, 'fund')).toBe(-interest);
        expect(sumOf(postings, 'staked')).toBe(-stake.amount);
        expect(sumOf(postings, 'main') + sumOf(postings, 'tds')).toBe(stake.amount + interest);
      }),
    );
  });

  it('leaves a closed investment alone', () => {
    fc.assert(
      fc.property(stakes, ({ plan, stake }) => {
        const closed: Stake = { ...stake, state: 'CLOSED', endedAt: 5, returnedAt: 5 };
        expect(settleStake(closed, plan, 10 ** 9)).toEqual({ stake: closed, postings: [] });
        expect(closeStake(closed, plan, 10 ** 9)).toBe('already_closed');
      }),
    );
  });

  it('renews nobody into less, nor without a reserve, nor once the plan is finished', () => {
    const plan: StakingPlan = {
      term: 'fixed',
      period: 1,
      interestPeriod: 24,
      valuePeriod: 0,
      redemptionPeriod: 0,
      early: 'none',
      feeRate: 0n,
      rates: [{ from: 0, rate: 1_234_567n }],
      finishedAt: null,
      windows: [],
      canReserve: () => true,
      tdsRateAt: () => 0n,
    };
    const stake = stakeOf(plan, 10n ** 10n, false);
    const termsAfter = (more: Partial<StakingPlan>) =>
      settleStake(stake, { ...plan, ...more }, 3 * day).stake.termNumber;
    expect(termsAfter({})).toBe(4);
    expect(termsAfter({ rates: [...plan.rates, { from: 2 * day, rate: 1_234_566n }] })).toBe(2);
    expect(termsAfter({ finishedAt: 2 * day })).toBe(2);
    expect(termsAfter({ canReserve: (interest, at) => interest === 123_456_700n && at < 2 * day })).toBe(2);
    expect(settleStake({ ...stake, isAutoCancelled: true }, plan, 3 * day).stake.termNumber).toBe(1);
  });
});

it('an early close returns what it keeps less, out of no window, and no interest comes after it', () => {
  fc.assert(
    fc.property(stakes, fc.nat(14 * day), ({ plan, stake }, at) => {
      const settled = settleStake(stake, plan, at).stake;
      const closed = closeStake(settled, plan, at);
      if (typeof closed === 'string') return;
      expect(closed.forfeited).toBeGreaterThanOrEqual(0n);
      expect(closed.fee).toBeGreaterThanOrEqual(0n);
      expect(closed.amount - closed.forfeited - closed.fee).toBeGreaterThanOrEqual(0n);
      const end = settleStake(closed, plan, 80 * day);
      expect(end.stake.state).toBe('CLOSED');
      expect(end.stake.interestPaid).toBe(settled.interestPaid);
      expect(end.postings).toHaveLength(1);
      const due = end.postings[0]?.due ?? 0;
      expect(due).toBeGreaterThanOrEqual(at + plan.redemptionPeriod * hour);
      expect(plan.windows.some(([from, to]) => from <= due && due < to)).toBe(false);
      expect(sumOf(end.postings, 'main') + closed.forfeited + closed.fee).toBe(stake.amount);
    }),
  );
});

it('a block that nobody has lifted yet holds the return, and lifting it gives the return its time', () => {
  fc.assert(
    fc.property(stakes, fc.integer({ min: 20, max: 40 }), ({ plan, stake }, lifted) => {
      const blocked: StakingPlan = {
        ...plan,
        term: 'fixed',
        windows: [[day, Number.POSITIVE_INFINITY]],
        canReserve: () => false,
      };
      const held = settleStake(stake, blocked, 80 * day).stake;
      expect(held.state).toBe('REDEEMING');
      expect(closeStake(stake, blocked, day)).toBe('withdrawal_blocked');
      const { stake: end, postings } = settleStake(held, { ...blocked, windows: [[day, lifted * day]] }, 80 * day);
      expect(end.state).toBe('CLOSED');
      expect(postings.map(({ due }) => due)).toEqual([lifted * day]);
    }),
  );
});

it('forfeit and fee together take no more than the principal', () => {
  const plan: StakingPlan = {
    term: 'fixed',
    period: 1,
    interestPeriod: 1,
    valuePeriod: 0,
    redemptionPeriod: 0,
    early: 'forfeit',
    feeRate: 20_000_000n,
    rates: [{ from: 0, rate: 100_000_000n }],
    finishedAt: null,
    windows: [],
    canReserve: () => true,
    tdsRateAt: () => 0n,
  };
  const stake: Stake = { ...stakeOf(plan, 100n, true), rate: 100_000_000n };
  const closed = closeStake(settleStake(stake, plan, 23 * hour).stake, plan, 23 * hour);
  expect(closed).toMatchObject({ forfeited: 95n, fee: 5n });
});

it('a terminated plan pays what was earned to the second and returns all of the principal, whenever it is', () => {
  fc.assert(
    fc.property(stakes, fc.nat(40 * day), ({ plan, stake }, at) => {
      const single: StakingPlan = { ...plan, canReserve: () => false };
      const { stake: end, postings } = terminateStake(stake, single, at);
      expect(end.state).toBe('CLOSED');
      expect(payoutAt(end, single)).toBeLessThanOrEqual(at);
      expect(sumOf(postings, 'staked')).toBe(-stake.amount);
      expect(sumOf(postings, 'fees')).toBe(0n);
      expect(-sumOf(postings, 'fund')).toBe(end.interestPaid);
      if (settleStake(stake, single, at).stake.state !== 'OPEN') return;
      expect(end.interestPaid).toBe(interestOf(stake, single, Math.max(0, at - stake.start)));
      expect(postings.at(-1)).toMatchObject({ key: 'stake:7:out', due: at });
      expect(terminateStake(end, single, at + day)).toEqual({ stake: end, postings: [] });
    }),
  );
});
