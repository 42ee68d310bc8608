/** Notices of rewards. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const bonus = z.object({ amount: z.string(), ticker: z.string() });

export const rewardNotices = {
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
  sign_up_bonus_granted: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'info',
    payload: bonus,
    text: ({ amount, ticker }) => ({
      title: 'Your sign-up bonus',
      text: `${amount} ${ticker} are kept for you for 14 days: they are yours when your identity is verified.`,
      link: { label: 'Verify your identity', path: '/user/verification' },
    }),
  }),
  sign_up_bonus_released: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'success',
    payload: bonus,
    text: ({ amount, ticker }) => ({
      title: 'Your sign-up bonus is yours',
      text: `${amount} ${ticker} are in your main wallet.`,
      link: { label: 'See your assets', path: '/user/wallet-list' },
    }),
  }),
  sign_up_bonus_expired: noticeKind({
    category: 'account',
    channels: ['in_app'],
    tone: 'info',
    payload: bonus,
    text: ({ amount, ticker }) => ({
      title: 'Your sign-up bonus has expired',
      text: `${amount} ${ticker} were kept for you until your identity would be verified, which did not happen in time.`,
    }),
  }),
};
