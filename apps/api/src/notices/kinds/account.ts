/** Notices of who the user is to the exchange. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail', 'text'] as const;

const allWays = ['in_app', 'mail', 'text'] as const;

export const accountNotices = {
  deletion_requested: noticeKind({
    category: 'security',
    channels: allWays,
    tone: 'warning',
    quiet: true,
    payload: z.object({ day: z.string() }),
    text: ({ day }) => ({
      title: 'Your account will be deleted',
      text: `You have asked for it. It is done on ${day}; until then you may keep the account. If it was not you, keep it, and change your password at once.`,
      link: { label: 'Keep the account', path: '/user/delete-account' },
    }),
  }),
  deletion_withdrawn: noticeKind({
    category: 'security',
    channels: allWays,
    tone: 'success',
    quiet: true,
    payload: z.object({}),
    text: () => ({ title: 'Your account stays', text: 'The deletion of your account was withdrawn.' }),
  }),
  deletion_stopped: noticeKind({
    category: 'security',
    channels: allWays,
    tone: 'warning',
    payload: z.object({ reasons: z.array(z.string()) }),
    text: ({ reasons }) => ({
      title: 'Your account was not deleted',
      text: `There is still something on it: ${reasons.join(', ')}. Ask for the deletion again once that is settled.`,
      link: { label: 'Delete the account', path: '/user/delete-account' },
    }),
  }),
  account_closed: noticeKind({
    category: 'security',
    channels: ['mail'],
    tone: 'info',
    payload: z.object({}),
    text: () => ({
      title: 'Your account is closed',
      text: 'As you have asked, nobody can sign in to it any longer, and your personal data are erased within the hour. What the law demands to be kept, such as trades and the documents of your identity, is erased when its time has come.',
    }),
  }),
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
