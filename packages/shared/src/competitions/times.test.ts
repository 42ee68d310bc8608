import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CompetitionState, competitionState, competitionStatus, snapshotTimes } from './times.ts';

it('the rating on show is the newest that is due, and the next one follows it', () => {
  const spans = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(spans, fc.integer({ min: -500, max: 6000 }), ([length, updateMinutes], after) => {
      const times = { start: 1000, end: 1000 + length, updateMinutes };
      const { snapshotAt, nextUpdate } = snapshotTimes(times, 1000 + after);
      if (snapshotAt !== null) expect(snapshotAt).toBeLessThanOrEqual(1000 + after);
      expect(nextUpdate === null).toBe(after >= length);
      if (nextUpdate === null) return;
      expect(nextUpdate).toBeGreaterThan(1000 + after);
      expect(nextUpdate).toBeLessThanOrEqual(times.end);
      // Nothing is between them.
      expect(snapshotTimes(times, nextUpdate - 1).snapshotAt).toBe(snapshotAt);
      expect(snapshotTimes(times, nextUpdate).snapshotAt).toBe(nextUpdate);
    }),
  );
});

const record = { isPublished: true, isCanceled: false, isPaid: false, start: 100, end: 200 };

it('goes by the clock until it is paid or canceled, which it stays', () => {
  expect([99, 100, 199, 200].map((now) => competitionState(record, now))).toEqual([
    'upcoming',
    'active',
    'active',
    'review',
  ]);
  expect(competitionState({ ...record, isPublished: false }, 150)).toBe('draft');
  fc.assert(
    fc.property(fc.nat(400), (now) => {
      expect(competitionState({ ...record, isPaid: true }, now)).toBe('paid');
      expect(competitionState({ ...record, isCanceled: true }, now)).toBe('canceled');
    }),
  );
});

it('is finished for users while it is reviewed', () => {
  const states: CompetitionState[] = ['draft', 'upcoming', 'active', 'review', 'paid', 'canceled'];
  expect(states.map(competitionStatus)).toEqual([null, 'upcoming', 'active', 'finished', 'finished', 'canceled']);
});
