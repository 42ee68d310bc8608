/** Notices of who the user is to the exchange. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail', 'text'] as const;

export const accountNotices = {
  kyc_approved: noticeKind({
    category: 'account',
    channels,
    tone: 'success',
    payload: z.object({}),
    text: () => ({
      title: 'Identity verified',
      text: 'Your identity is verified: trading, deposits and withdrawals are open to you.',
      link: { label: 'Start trading', path: '/market' },
    }),
  }),
  kyc_submitted: noticeKind({
    category: 'account',
    channels: ['in_app', 'mail'],
    tone: 'info',
    quiet: true,
    payload: z.object({}),
    text: () => ({
      title: 'Verification received',
      text: 'We have your documents and look at them, usually within a day. You are told as soon as there is a decision.',
      link: { label: 'Verification', path: '/user/verification' },
    }),
  }),
  kyc_resubmission: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: z.object({ reason: z.string() }),
    text: ({ reason }) => ({
      title: 'Verification: please send a part again',
      text: `${reason}. The verification page says what to send.`,
      link: { label: 'Verification', path: '/user/verification' },
    }),
  }),
  kyc_partially_approved: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: z.object({ reason: z.string() }),
    text: ({ reason }) => ({
      title: 'Part of your verification is accepted',
      text: `Something is left to send again: ${reason.toLowerCase()}. The verification page says what.`,
      link: { label: 'Verification', path: '/user/verification' },
    }),
  }),
  kyc_rejected: noticeKind({
    category: 'account',
    channels,
    tone: 'warning',
    payload: z.object({ reason: z.optional(z.string()) }),
    text: ({ reason }) => ({
      title: 'Identity not verified',
      text: `Your identity could not be verified${reason ? `: ${reason}` : '. Support can say what is missing.'}`,
    }),
  }),
};
