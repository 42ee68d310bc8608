/** What the perpetual engine reports of a position beside its changes. */
import * as z from 'zod/mini';
import { signedDecimal } from '../common.ts';

const position = { market: z.string(), position_id: z.number(), time: z.number() };

export const riskWarningNotice = z.object({
  kind: z.literal('risk_warning'),
  ...position,
  level: z.number(),
  is_funding: z.boolean(),
});

export const liquidationNotice = z.object({
  kind: z.literal('liquidation'),
  ...position,
  stage: z.number(),
  mark_price: z.string(),
  sz: z.string(),
});

export const deleveragingNotice = z.object({
  kind: z.literal('deleveraging'),
  ...position,
  price: z.string(),
  sz: z.string(),
  pnl: signedDecimal,
  rank: z.number(),
});
