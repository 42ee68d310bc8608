/** Notices of money that comes, goes and moves. Payloads have amounts as decimals without needless zeros. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const transfer = z.object({ amount: z.string(), ticker: z.string(), from: z.string(), to: z.string() });

/** Rupees are grouped 12,34,567.89, everything else by thousands; the digits stay exact. */
function amountText(amount: string, ticker: string): string {
  const format = new Intl.NumberFormat(ticker === 'INR' ? 'en-IN' : 'en', { maximumFractionDigits: 20 });
  return `${format.format(amount as Intl.StringNumericLiteral)} ${ticker}`;
}

export const walletNotices = {
  wallet_credited: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail', 'text'],
    tone: 'success',
    payload: z.object({ amount: z.string(), ticker: z.string() }),
    text: ({ amount, ticker }) => ({
      title: `${amountText(amount, ticker)} credited`,
      text: `${amountText(amount, ticker)} arrived in your account.`,
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
      text: `${amountText(amount, ticker)} moved from the ${from} wallet to the ${to} wallet.`,
    }),
  }),
  transfer_refused: noticeKind({
    category: 'wallet',
    channels: ['in_app', 'mail'],
    tone: 'warning',
    payload: transfer,
    text: ({ amount, ticker, from, to }) => ({
      title: 'Transfer refused',
      text: `${amountText(amount, ticker)} could not be moved from the ${from} wallet to the ${to} wallet. Nothing is lost: see your wallets.`,
      link: { label: 'Open your wallets', path: '/user/wallet-list' },
    }),
  }),
};
