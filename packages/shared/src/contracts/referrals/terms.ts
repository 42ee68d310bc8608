/** Terms of the referral programme (docs/decisions/0094). Free of schemas: pages of visitors show them. */

/** Of a friend's trading fee, without its GST. */
export const referralShare = '0.25';
/** The friend's KYC is submitted within so many days of the sign-up. */
export const kycDays = 14;
/** A reward is claimed within so many days after the day that earned it. */
export const claimDays = 30;
/** Withheld from the rewards of users verified in India. */
export const rewardTds = '0.02';
