/** The life of an investment: payments, renewals and the return, each at its own time whenever this is called (docs/staking-and-offerings.md, "Settling"). */
import { mulFloor } from '../money/rounding.ts';
import { type CloseRefusal, closeRefusal, earlyClose, payoutTime } from './early-close.ts';
import { interestReserve, paidInterest, paymentCount, paymentDue } from './interest.ts';
import type { Span, StakingTerm, StakingTerms } from './terms.ts';

export interface StakingPlan extends StakingTerms {
  /** Rates of new terms, each from a time on, oldest first. */
  rates: readonly { from: number; rate: bigint }[];
  /** From then on nothing is renewed and flexible investments end; null: never. */
  finishedAt: number | null;
  /** Nothing is closed or returned within one. */
  windows: readonly Span[];
  /** Whether the plan's fund has this much at that time, so that a term may be renewed. */
  canReserve: (interest: bigint, at: number) => boolean;
  /** Withheld from interest that is due at that time, 10^-8. */
  tdsRateAt: (at: number) => bigint;
}

export interface Stake extends StakingTerm {
  id: number;
  state: 'OPEN' | 'REDEEMING' | 'CLOSED';
  /** From 1. */
  termNumber: number;
  /** Payments made in this term, those of nothing too. */
  paidCount: number;
  /** Of all terms, before tax. */
  interestPaid: bigint;
  isAutoCancelled: boolean;
  /** Of the principal, kept by fund and house at an early close. */
  forfeited: bigint;
  fee: bigint;
  /** When it was closed or matured; null while it is open. */
  endedAt: number | null;
  /** When the principal was back; null before. */
  returnedAt: number | null;
}

/** Changes by account; those of 0 are left out. They sum to 0. */
export interface StakePosting {
  key: string;
  /** When it was due, which is when it counts. */
  due: number;
  legs: { main?: bigint; staked?: bigint; fund?: bigint; fees?: bigint; tds?: bigint };
}

/** @throws RangeError when the plan has no rate at that time */
export function planRate({ rates }: Pick<StakingPlan, 'rates'>, at: number): bigint {
  const found = rates.findLast(({ from }) => from <= at);
  if (!found) throw new RangeError(`the plan has no rate at ${at}`);
  return found.rate;
}

/** Posts all that is due at `now` or before, in order. Any division of time into calls gives the same postings. */
export function settleStake(stake: Stake, plan: StakingPlan, now: number): { stake: Stake; postings: StakePosting[] } {
  const postings: StakePosting[] = [];
  let current = stake;
  for (;;) {
    const next = nextEvent(current, plan);
    if (!next || next.due > now) return { stake: current, postings };
    const { due } = next;
    const posting = next.isPayment
      ? interestPosting(current, plan, nextPayment(current, plan), due)
      : returnPosting(current, due);
    if (posting) postings.push(posting);
    current = next.isPayment ? afterPayment(current, plan, due) : { ...current, state: 'CLOSED', returnedAt: due };
  }
}

/** @returns what has been closed, or why it is not; all that is due must have been settled before */
export function closeStake(stake: Stake, plan: StakingPlan, at: number): Stake | CloseRefusal | 'already_closed' {
  if (stake.state !== 'OPEN') return 'already_closed';
  const refusal = closeRefusal(plan, plan.windows, at);
  if (refusal) return refusal;
  const { forfeited, fee } = earlyClose(stake, plan, at);
  return { ...stake, state: 'REDEEMING', forfeited, fee, endedAt: at };
}

/** When the principal returns, or has; null while it is open. */
export function payoutAt({ endedAt, returnedAt }: Stake, plan: StakingPlan): number | null {
  return returnedAt ?? (endedAt === null ? null : payoutTime(plan, plan.windows, endedAt));
}

function nextEvent(stake: Stake, plan: StakingPlan): { due: number; isPayment: boolean } | null {
  if (stake.state === 'OPEN') return { due: paymentDue(stake, plan, stake.paidCount + 1), isPayment: true };
  const due = stake.state === 'REDEEMING' ? payoutAt(stake, plan) : null;
  return due === null ? null : { due, isPayment: false };
}

/** Of a term's next payment, less tax; null: there is nothing to pay. */
export function interestPosting(stake: Stake, plan: StakingPlan, payment: bigint, due: number): StakePosting | null {
  if (payment === 0n) return null;
  const key = `stake:${stake.id}:t${stake.termNumber}:p${stake.paidCount + 1}`;
  const tds = mulFloor(payment, plan.tdsRateAt(due));
  return { key, due, legs: withoutZeros({ fund: -payment, main: payment - tds, tds }) };
}

function nextPayment(stake: Stake, plan: StakingPlan): bigint {
  return paidInterest(stake, plan, stake.paidCount + 1) - paidInterest(stake, plan, stake.paidCount);
}

export function returnPosting({ id, amount, forfeited, fee }: Stake, due: number): StakePosting {
  const changes = { staked: -amount, main: amount - forfeited - fee, fund: forfeited, fees: fee };
  return { key: `stake:${id}:out`, due, legs: withoutZeros(changes) };
}

function withoutZeros(changes: StakePosting['legs']): StakePosting['legs'] {
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== 0n));
}

/** A flexible investment goes on until its payment finds it cancelled or its plan finished; a fixed one to its maturity, which may renew it. */
function afterPayment(stake: Stake, plan: StakingPlan, due: number): Stake {
  const interestPaid = stake.interestPaid + nextPayment(stake, plan);
  const paid = { ...stake, paidCount: stake.paidCount + 1, interestPaid };
  const isPlanFinished = plan.finishedAt !== null && plan.finishedAt <= due;
  const isEnding = stake.isAutoCancelled || isPlanFinished;
  if (plan.term === 'fixed' && paid.paidCount < paymentCount(plan)) return paid;
  if (plan.term === 'flexible' && !isEnding) return paid;
  const renewed = plan.term === 'fixed' && !isEnding ? renewedAt(paid, plan, due) : null;
  return renewed ?? { ...paid, state: 'REDEEMING', endedAt: due };
}

/** Nobody is renewed into less than he has, or into interest that the fund does not have. */
function renewedAt(stake: Stake, plan: StakingPlan, maturity: number): Stake | null {
  const rate = planRate(plan, maturity);
  const renewed = { ...stake, rate, start: maturity, termNumber: stake.termNumber + 1, paidCount: 0 };
  return rate >= stake.rate && plan.canReserve(interestReserve(renewed, plan), maturity) ? renewed : null;
}
