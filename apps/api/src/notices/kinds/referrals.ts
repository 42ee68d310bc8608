/** Notices of the referral programme. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

export const referralNotices = {
  referral_rewards_paid: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: z.object({ paid: z.string() }),
    text: ({ paid }) => ({
      title: 'Referral rewards paid',
      text: `${paid} of referral rewards are in your main wallet.`,
      link: { label: 'See your rewards', path: '/user/referrals-history' },
    }),
  }),
};
