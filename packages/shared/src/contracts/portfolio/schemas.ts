/** What an account was worth, on the wire. Times are unix seconds. */
import * as z from 'zod/mini';
import { signedDecimal } from '../common.ts';
import { portfolioRanges } from './ranges.ts';

export const portfolioQuery = z.object({ range: z._default(z.enum(portfolioRanges), '1M') });

const portfolioPoint = z.object({ time: z.number(), inr: signedDecimal, usd: signedDecimal });
export type PortfolioPoint = z.infer<typeof portfolioPoint>;

export const portfolio = z.object({
  range: z.enum(portfolioRanges),
  /** The oldest first. Hours in a day, days in a longer range; the last one is now. None is older than the account's first balance. */
  points: z.array(portfolioPoint),
});
export type Portfolio = z.infer<typeof portfolio>;
