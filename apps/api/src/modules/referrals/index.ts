/** The referral programme: codes, rewards and their claims. */
export { referralAudit } from './audit.ts';
export { forgetReferrer, recordKeptReferral, recordReferral } from './codes.ts';
export { openReferralJobs } from './jobs.ts';
export { createKeptReferrals, type KeptReferrals } from './kept-code.ts';
export { lapseRewards } from './lapse.ts';
export { findAvailable } from './repository.ts';
export { referralRoutes } from './routes.ts';
