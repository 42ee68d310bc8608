/** The state of a plan, from its record and the clock (docs/staking-and-offerings.md, "Plans"). Times in seconds. */
import { isWithin, type Span } from './terms.ts';

export interface PlanRecord {
  isPublished: boolean;
  isHidden: boolean;
  opensAt: number;
  /** From then on it is finished; null: until it is ended. */
  endsAt: number | null;
  /** By an operator; null: it is not. */
  finishedAt: number | null;
  isDepositBlocked: boolean;
  depositWindows: readonly Span[];
  /** Of all open investments; 0: no limit. */
  capacity: bigint;
  invested: bigint;
}

export type PlanStatus = 'draft' | 'HIDE' | 'PENDING' | 'ACTIVE' | 'FINISHED';

export type PlanStatusName = 'upcoming' | 'active' | 'blocked' | 'closed' | 'finished';

export function planStatus(plan: PlanRecord, now: number): PlanStatus {
  if (plan.isHidden) return 'HIDE';
  if (!plan.isPublished) return 'draft';
  const finished = planFinishedAt(plan);
  if (finished !== null && finished <= now) return 'FINISHED';
  return now < plan.opensAt ? 'PENDING' : 'ACTIVE';
}

/** When nothing is renewed any more and flexible investments end: its end, or before it an operator's. */
export function planFinishedAt({ endsAt, finishedAt }: PlanRecord): number | null {
  if (endsAt === null || finishedAt === null) return endsAt ?? finishedAt;
  return Math.min(endsAt, finishedAt);
}

/** As lists show it: an active plan that takes nothing is blocked, or closed because it is full. Null: it is not shown. */
export function planStatusName(plan: PlanRecord, now: number): PlanStatusName | null {
  const status = planStatus(plan, now);
  if (status === 'draft' || status === 'HIDE') return null;
  if (status === 'PENDING') return 'upcoming';
  if (status === 'FINISHED') return 'finished';
  if (plan.isDepositBlocked || isWithin(plan.depositWindows, now)) return 'blocked';
  return plan.capacity > 0n && plan.invested >= plan.capacity ? 'closed' : 'active';
}
