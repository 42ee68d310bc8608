import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PlanRecord, planFinishedAt, planStatus, planStatusName } from './plan-status.ts';

const plan: PlanRecord = {
  isPublished: true,
  isHidden: false,
  opensAt: 100,
  endsAt: 200,
  finishedAt: null,
  isDepositBlocked: false,
  depositWindows: [[120, 130]],
  capacity: 50n,
  invested: 0n,
};

it('goes by the clock: pending, active, finished, each from its second on', () => {
  const statuses = [99, 100, 199, 200].map((now) => planStatus(plan, now));
  expect(statuses).toEqual(['PENDING', 'ACTIVE', 'ACTIVE', 'FINISHED']);
  expect(planStatus({ ...plan, isPublished: false }, 150)).toBe('draft');
  expect(planStatus({ ...plan, isHidden: true }, 150)).toBe('HIDE');
});

it('is shown as what can be done with it', () => {
  const names = [99, 100, 120, 130, 200].map((now) => planStatusName(plan, now));
  expect(names).toEqual(['upcoming', 'active', 'blocked', 'active', 'finished']);
  expect(planStatusName({ ...plan, isDepositBlocked: true }, 150)).toBe('blocked');
  expect(planStatusName({ ...plan, invested: 50n }, 150)).toBe('closed');
  expect(planStatusName({ ...plan, capacity: 0n, invested: 50n }, 150)).toBe('active');
  expect(planStatusName({ ...plan, isHidden: true }, 150)).toBeNull();
});

it('is finished once and for all', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat(300)),
      fc.option(fc.nat(300)),
      fc.nat(400),
      fc.nat(400),
      (endsAt, finishedAt, now, later) => {
        const record = { ...plan, endsAt, finishedAt };
        if (planStatus(record, now) !== 'FINISHED') return;
        expect(planFinishedAt(record)).toBeLessThanOrEqual(now);
        expect(planStatus(record, now + later)).toBe('FINISHED');
      },
    ),
  );
});
