/** What a user must know of open positions while away. Fills are in the histories and are no notices. */
import * as z from 'zod/mini';
import { noticeKind } from '../notice-kind.ts';

const channels = ['in_app', 'mail', 'text'] as const;
const position = z.object({ market: z.string() });
const link = (market: string) => ({ label: 'Open the position', path: `/perpetual/${market}` });

export const tradingNotices = {
  margin_call: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    /** `coverPercent`: equity over the maintenance margin. */
    payload: z.object({ market: z.string(), isAccount: z.boolean(), coverPercent: z.string() }),
    text: ({ market, isAccount, coverPercent }) => ({
      title: `Margin call: ${market}`,
      text: `The equity of your ${isAccount ? 'cross account' : 'position'} is ${coverPercent} % of its maintenance margin; at 100 % it is liquidated. Add margin or reduce it.`,
      link: link(market),
    }),
  }),
  position_liquidated: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    payload: position,
    text: ({ market }) => ({
      title: `Liquidation: ${market}`,
      text: `Your ${market} position fell below its maintenance margin and is being liquidated, in part or whole.`,
      link: { label: 'Open the history', path: '/user/perpetuals-history' },
    }),
  }),
  position_deleveraged: noticeKind({
    category: 'trading',
    channels,
    tone: 'warning',
    payload: position,
    text: ({ market }) => ({
      title: `Auto-deleveraging: ${market}`,
      text: `Your ${market} position was closed, in part or whole, against a liquidated one that the insurance fund could not carry.`,
      link: { label: 'Open the history', path: '/user/perpetuals-history' },
    }),
  }),
};
