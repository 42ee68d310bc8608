/** Staking pool and investment boxes: interest, early close, the life of an investment (docs/staking-and-offerings.md). */
export { admitInvestment } from './admission.ts';
export { closeRefusal, closeRefusalTexts, earlyClose, payoutTime } from './early-close.ts';
export { stakingFigures, yearlyPercent2 } from './interest.ts';
export {
  closeStake,
  payoutAt,
  planRate,
  type Stake,
  type StakePosting,
  type StakingPlan,
  settleStake,
} from './settle.ts';
export { hour, type Span, type StakingTerms } from './terms.ts';
