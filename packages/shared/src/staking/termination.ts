/** The end of a plan by its operators, before the maturities of its investments (docs/staking-and-offerings.md, "Termination"). Times in seconds. */
import { interestOf, paidInterest } from './interest.ts';
import {
  interestPosting,
  returnPosting,
  type Stake,
  type StakePosting,
  type StakingPlan,
  settleStake,
} from './settle.ts';
import { day } from './terms.ts';

/** Settles, pays what has been earned to the second, and returns the principal at once: without forfeit, fee or wait. */
export function terminateStake(
  stake: Stake,
  plan: StakingPlan,
  at: number,
): { stake: Stake; postings: StakePosting[] } {
  const settled = settleStake(stake, plan, at);
  const open = settled.stake;
  if (open.state === 'CLOSED') return settled;
  const earned = open.state === 'OPEN' ? earnedSincePayment(open, plan, at) : 0n;
  const last = interestPosting(open, plan, earned, at);
  return {
    stake: {
      ...open,
      state: 'CLOSED',
      interestPaid: open.interestPaid + earned,
      endedAt: open.endedAt ?? at,
      returnedAt: at,
    },
    postings: [...settled.postings, ...(last ? [last] : []), returnPosting(open, at)],
  };
}

function earnedSincePayment(stake: Stake, plan: StakingPlan, at: number): bigint {
  const seconds = Math.max(0, at - stake.start);
  const earning = plan.term === 'fixed' ? Math.min(seconds, plan.period * day) : seconds;
  return interestOf(stake, plan, earning) - paidInterest(stake, plan, stake.paidCount);
}
