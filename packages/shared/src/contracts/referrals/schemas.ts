/** The referral programme on the wire. Amounts are decimal strings, times unix milliseconds. */
import * as z from 'zod/mini';
import { listOf } from '../common.ts';

const coinAmount = z.object({ ticker: z.string(), amount: z.string() });

/** GET /v2/settings/referral */
export const referralOverview = z.object({
  code: z.string(),
  /** The sign-up page with the code. */
  link: z.string(),
  /** Of a friend's trading fee: "0.25" */
  share: z.string(),
  /** Days after the sign-up within which the friend's KYC must be submitted. */
  kyc_days: z.number(),
  /** Days within which a reward must be claimed. */
  claim_days: z.number(),
  friends: z.number(),
  /** Those who earn rewards. */
  friends_successful: z.number(),
  /** What may be claimed now. */
  available: z.array(
    z.object({
      ...coinAmount.shape,
      /** When the first part of it expires. */
      expires_at: z.number(),
    }),
  ),
});
export type ReferralOverview = z.infer<typeof referralOverview>;

const rewardStatus = z.enum(['un-claimed', 'claimed', 'expired']);

/** One friend. */
const referral = z.object({
  /** Name and e-mail are masked: a friend is no contact list. */
  name: z.string(),
  email: z.string(),
  date: z.number(),
  /** none, pending, approved or rejected: the decision alone. The five states of a verification are its owner's to see. */
  kyc_status: z.string(),
  /** success: the friend's fees earn rewards. */
  status: z.enum(['active', 'success']),
  /** Null before the first reward. */
  reward_status: z.nullable(rewardStatus),
  rewards: z.array(
    z.object({ claim_coin: z.string(), total_bonus: z.string(), claimed: z.string(), available: z.string() }),
  ),
});
export type Referral = z.infer<typeof referral>;
export const referralList = listOf(referral);

/** GET /v2/settings/referral/actual_history: what one friend's fees of one day have earned. */
const accrual = z.object({
  id: z.number(),
  /** The day (UTC), as 2026-11-23. */
  day: z.string(),
  name: z.string(),
  ...coinAmount.shape,
  status: rewardStatus,
  expires_at: z.number(),
});
export type ReferralAccrual = z.infer<typeof accrual>;
export const accrualList = listOf(accrual);

const claim = z.object({
  id: z.number(),
  date: z.number(),
  ...coinAmount.shape,
  /** Withheld of it. */
  tds: z.string(),
  /** Credited to the main wallet. */
  received: z.string(),
});
export type ReferralClaim = z.infer<typeof claim>;
export const claimList = listOf(claim);

/** POST /v2/settings/referral/claim_referrals: one claim an asset; none when nothing was available. */
export const claimResponse = z.object({ claims: z.array(claim) });

/** POST /v2/common/setreferalformobileapp */
export const keptReferral = z.object({
  referral: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim().toUpperCase()),
    ),
    z.string().check(z.minLength(1), z.regex(/^[A-Z0-9]{0,32}$/)),
  ),
});
