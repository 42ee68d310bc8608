/** Calls of operators with the permission `listings` about spot markets. */
import * as z from 'zod/mini';
import { decimalPattern, stripZeros } from '../../money/decimal.ts';
import { pairName, ticker } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionOf, submissionStatuses } from '../operations/submission.ts';
import { line } from '../support/texts.ts';

const status = z.enum(['open', 'cancelOnly', 'closed']);
const tax = z.enum(['none', 'sell', 'both']);
const selfTrade = z.enum(['cancelResting', 'cancelTaker', 'allow']);

/** Others than two have approved; or the engine has not taken them. */
const openingProblem = z.enum(['figures_changed', 'refused']);
export type OpeningProblem = z.infer<typeof openingProblem>;

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
  serviceFeePpm: z.number(),
  serviceFeeBuyPpm: z.number(),
  gstPpm: z.number(),
  tdsPpm: z.number(),
  tax,
  selfTrade,
  isNew: z.boolean(),
  /** When it is to open, unix seconds, and why it has not. */
  opensAt: z.nullable(z.number()),
  openingProblem: z.nullable(openingProblem),
});
export type OperatorMarket = z.infer<typeof market>;

const decimal = z.pipe(
  z.string().check(z.regex(decimalPattern, 'Must be a decimal like 0.01')),
  z.transform((text) => stripZeros(text)),
);
const positive = z.pipe(decimal, z.string().check(z.refine((text) => /[1-9]/.test(text), 'Must be above zero')));
const ratePpm = z.number().check(z.int(), z.gte(0), z.lte(1_000_000));

const figures = z.object({
  priceStep: positive,
  amountStep: positive,
  amountMin: decimal,
  amountMax: positive,
  totalMin: decimal,
  priceMax: positive,
  priceBandPpm: ratePpm,
  makerFeePpm: ratePpm,
  takerFeePpm: ratePpm,
  serviceFeePpm: ratePpm,
  serviceFeeBuyPpm: ratePpm,
  gstPpm: ratePpm,
  tdsPpm: ratePpm,
  tax,
  selfTrade,
  isNew: z.boolean(),
});
/** As the operator has read them: the change is refused where there are others by now. */
const read = z.optional(z.partial(figures));
const change = z.partial(figures).check(z.refine((given) => Object.keys(given).length > 0, 'Nothing to change'));

/** People read it: nothing in it turns the direction of reading, and nothing in it is unseen. */
export const coinLabel = line(60);

/** A coin that the exchange does not have yet. */
const newAsset = z.object({
  ticker,
  label: coinLabel,
  /** Decimals of the smallest unit that is kept; it cannot be changed later. */
  scale: z.number().check(z.int(), z.gte(0), z.lte(18)),
});

/** What became of a change that has to reach an engine. */
const delivered = {
  response: submissionOf({
    /** Of the engine, when it has not taken the change yet or has refused it. */
    warning: z.nullable(z.string()),
  }),
  statuses: submissionStatuses,
} as const;

export const marketsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/markets': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Spot markets as they are listed, with their open orders',
    response: z.object({
      result: z.array(market),
      /** Coins of which a new market may be made. */
      assets: z.array(z.object({ ticker: z.string(), label: z.string() })),
    }),
  },
  'POST /v2/ops/markets': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'List a market, closed, with a coin that is new where there is one',
    body: z.object({ market: z.extend(figures, { name: pairName }), asset: z.nullable(newAsset), reason: reasonText }),
    response: submissionOf({ id: z.number() }),
    statuses: submissionStatuses,
    errors: ['invalid_argument', 'forbidden'],
  },
  'POST /v2/ops/markets/:pair/opening': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Have a market open at a time; another operator approves the figures by which it opens',
    params: z.object({ pair: pairName }),
    /** Unix seconds; `before`: when it was to open, as the operator has read it. */
    body: z.object({
      open_at: z.number().check(z.int(), z.gte(0), z.lte(4_102_444_800)),
      before: z.optional(z.nullable(z.number())),
      reason: reasonText,
    }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['unknown_pair', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'DELETE /v2/ops/markets/:pair/opening': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Cancel the scheduled opening of a market',
    params: z.object({ pair: pairName }),
    body: z.object({ reason: reasonText }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['unknown_pair', 'not_found', 'invalid_argument'],
  },
  'POST /v2/ops/markets/:pair/status': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Stop a market at once, or have it opened by two',
    description: '`cancelOnly`: no new orders, and nothing fills; orders can be cancelled.',
    params: z.object({ pair: pairName }),
    body: z.object({ status, reason: z.optional(reasonText) }),
    ...delivered,
    errors: ['unknown_pair', 'invalid_argument'],
  },
  'POST /v2/ops/markets/:pair/change': {
    access: 'operator:listings',
    tag: 'operations',
    summary: 'Change steps, limits, fees and taxes of a market; another operator approves it',
    description: 'Steps change only in a market that is not open and has no orders.',
    params: z.object({ pair: pairName }),
    body: z.object({ change, before: read, reason: reasonText }),
    ...delivered,
    errors: ['unknown_pair', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
});
