/** Calls of the referral programme. */
import { done, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const list = { access: 'read', tag: 'referrals', query: paging, limits: { rows: 'page' } } as const;

export const referralsEndpoints = declareEndpoints({
  'GET /v2/settings/referral': {
    access: 'read',
    tag: 'referrals',
    summary: "The caller's referral code, its terms, and what may be claimed",
    response: contract.referralOverview,
  },
  'GET /v2/settings/referral/referrals': {
    ...list,
    summary: 'Friends who have signed up with the code, newest first',
    response: contract.referralList,
  },
  'GET /v2/settings/referral/actual_history': {
    ...list,
    summary: 'What the fees of friends have earned, by day, newest first',
    response: contract.accrualList,
  },
  'GET /v2/settings/referral/claims': {
    ...list,
    summary: 'Claims and the tax withheld of them, newest first',
    response: contract.claimList,
  },
  'POST /v2/common/setreferalformobileapp': {
    access: 'open',
    tag: 'referrals',
    summary: 'Remember a referral code for a sign-up that gives none',
    description:
      'For 30 days, in a cookie. Whether somebody has the code is not said; a sign-up passes over one that nobody has.',
    body: contract.keptReferral,
    response: done,
  },
  'POST /v2/settings/referral/claim_referrals': {
    access: 'person',
    tag: 'referrals',
    summary: 'Move all available rewards to the main wallet',
    description: 'Repeating it pays nothing twice: what was claimed is no longer available.',
    response: contract.claimResponse,
    errors: ['kyc_required', 'rewards_unavailable'],
  },
});
