/** Notices of money that comes, goes and moves. Amounts are decimals without needless zeros. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const transfer = z.object({ amount: z.string(), ticker: z.string(), from: z.string(), to: z.string() });

export const walletNotices = {
  wallet_credited: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: z.object({ amount: z.string(), ticker: z.string() }),
    text: ({ amount, ticker }) => ({
      title: `${amount} ${ticker} credited`,
      text: `${amount} ${ticker} arrived in your account.`,
      link: { label: 'Open your wallets', path: '/user/wallet-list' },
    }),
  }),
  transfer_completed: noticeKind({
    category: 'wallet',
    channels: ['in_app'],
    tone: 'success',
    quiet: true,
    payload: transfer,
    text: ({ amount, ticker, from, to }) => ({
      title: 'Transfer completed',
      text: `${amount} ${ticker} moved from the ${from} wallet to the ${to} wallet.`,
    }),
  }),
  transfer_refused: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: transfer,
    text: ({ amount, ticker, from, to }) => ({
      title: 'Transfer refused',
      text: `${amount} ${ticker} could not be moved from the ${from} wallet to the ${to} wallet. Nothing is lost: see your wallets.`,
      link: { label: 'Open your wallets', path: '/user/wallet-list' },
    }),
  }),
};
