/** The referral programme: calls and shapes. */
export { referralsEndpoints } from './endpoints.ts';
export type {
  Referral,
  ReferralAccrual,
  ReferralClaim,
  ReferralOverview,
} from './schemas.ts';
export { claimDays, kycDays, referralShare, rewardTds } from './terms.ts';
