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
