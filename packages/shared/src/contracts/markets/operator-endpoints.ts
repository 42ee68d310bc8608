/** Calls of operators with the permission `listings` about spot markets. */
import * as z from 'zod/mini';
import { pairName } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submissionOf, submissionStatuses } from '../operations/submission.ts';

const status = z.enum(['open', 'cancelOnly', 'closed']);

/** Prices, amounts and totals are decimals, rates millionths. */
const market = z.object({
  id: z.number(),
  name: z.string(),
  status,
  openOrders: z.number(),
  priceStep: z.string(),
  amountStep: z.string(),
  amountMin: z.string(),
  amountMax: z.string(),
  totalMin: z.string(),
  priceMax: z.string(),
  priceBandPpm: z.number(),
  makerFeePpm: z.number(),
  takerFeePpm: z.number(),
  gstPpm: z.number(),
  tdsPpm: z.number(),
  tax: z.enum(['none', 'sell', 'both']),
});
export type OperatorMarket = z.infer<typeof market>;

export const marketsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/markets': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Spot markets as they are listed, with their open orders',
    response: z.object({ result: z.array(market) }),
  },
  'POST /v2/ops/markets/:pair/status': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Stop a market at once, or have it opened by two',
    description: '`cancelOnly`: no new orders, and nothing fills; orders can be cancelled.',
    params: z.object({ pair: pairName }),
    body: z.object({ status, reason: z.optional(reasonText) }),
    response: submissionOf({
      /** Of the engine, when it has not taken the change yet or has refused it. */
      warning: z.nullable(z.string()),
    }),
    statuses: submissionStatuses,
    errors: ['unknown_pair', 'invalid_argument'],
  },
});
