/** When a competition's rating is taken, and what its state is by the clock (docs/staking-and-offerings.md, "Trading competitions"). Times in seconds. */

const minute = 60;

/** Every `updateMinutes` from the start on, and at the end. */
export function snapshotTimes(
  { start, end, updateMinutes }: { start: number; end: number; updateMinutes: number },
  now: number,
): { snapshotAt: number | null; nextUpdate: number | null } {
  if (now >= end) return { snapshotAt: end, nextUpdate: null };
  const span = updateMinutes * minute;
  const passed = Math.max(0, Math.floor((now - start) / span));
  return {
    snapshotAt: passed > 0 ? start + passed * span : null,
    nextUpdate: Math.min(start + (passed + 1) * span, end),
  };
}

export type CompetitionState = 'draft' | 'upcoming' | 'active' | 'review' | 'paid' | 'canceled';

/** From the end on the rating is reviewed until it is paid. */
export function competitionState(
  record: { isPublished: boolean; isCanceled: boolean; isPaid: boolean; start: number; end: number },
  now: number,
): CompetitionState {
  if (record.isCanceled) return 'canceled';
  if (record.isPaid) return 'paid';
  if (!record.isPublished) return 'draft';
  if (now < record.start) return 'upcoming';
  return now < record.end ? 'active' : 'review';
}

/** As users read it. */
export function competitionStatus(state: CompetitionState): 'upcoming' | 'active' | 'finished' | 'canceled' | null {
  if (state === 'draft') return null;
  return state === 'review' || state === 'paid' ? 'finished' : state;
}
