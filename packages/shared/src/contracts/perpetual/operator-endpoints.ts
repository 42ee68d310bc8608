/** Calls of operators with the permission `listings` about perpetual instruments and the sources of their indexes. */
import * as z from 'zod/mini';
import { decimalPattern } from '../../money/decimal.ts';
import { pairName } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionOf, submissionStatuses } from '../operations/submission.ts';

const status = z.enum(['open', 'closeOnly', 'halted']);
/** What the engine takes: `stale` while the index is not known, `none` before the first index. */
const state = z.enum(['open', 'closeOnly', 'stale', 'halted', 'none']);
const sourceKind = z.enum(['own_spot', 'feed', 'simulator']);

/** Size up to which, maintenance margin rate, highest leverage; smallest size first. */
const tier = z.object({
  maxSize: z.string().check(z.regex(decimalPattern, 'Must be a decimal like 1000')),
  mmr: z.string().check(z.regex(decimalPattern, 'Must be a decimal like 0.004')),
  maxLeverage: z.number().check(z.int(), z.gte(1), z.lte(1_000)),
});

const source = z.object({
  id: z.string(),
  kind: sourceKind,
  weight: z.string(),
  enabled: z.boolean(),
  config: z.record(z.string(), z.union([z.string(), z.number()])),
  /** As the ticker has read it in the newest second, and its time, unix seconds; null: it gives none. */
  price: z.nullable(z.string()),
  at: z.nullable(z.number()),
});

/** Rates are fractions, sizes contracts, prices and notionals in the settlement asset. */
const instrument = z.object({
  id: z.number(),
  name: z.string(),
  status,
  state,
  index: z.string(),
  mark: z.string(),
  fundingRate: z.string(),
  openInterest: z.string(),
  openOrders: z.number(),
  positions: z.number(),
  contractValue: z.string(),
  lotSize: z.string(),
  tickSize: z.string(),
  minSize: z.string(),
  maxLimitSize: z.string(),
  maxMarketSize: z.string(),
  priceMax: z.string(),
  makerFee: z.string(),
  takerFee: z.string(),
  bandX: z.string(),
  bandY: z.string(),
  bandZ: z.string(),
  fundingCap: z.string(),
  fundingInterest: z.string(),
  fundingDamper: z.string(),
  fundingIntervalMs: z.number(),
  impactNotional: z.string(),
  staleHaircut: z.string(),
  ordersMax: z.number(),
  algosMax: z.number(),
  tiers: z.array(tier),
  sources: z.array(source),
});
export type OperatorInstrument = z.infer<typeof instrument>;
export type IndexSourceRow = z.infer<typeof source>;

const decimal = z.string().check(z.regex(decimalPattern, 'Must be a decimal like 0.01'));
const positive = decimal.check(z.refine((text) => /[1-9]/.test(text), 'Must be above zero'));
const figures = z.object({
  minSize: positive,
  maxLimitSize: positive,
  maxMarketSize: positive,
  priceMax: positive,
  /** Below zero it is a rebate. */
  makerFee: z.string().check(z.regex(/^-?\d{1,10}(\.\d{1,8})?$/, 'Must be a decimal like 0.0002')),
  takerFee: decimal,
  bandX: positive,
  bandY: positive,
  bandZ: positive,
  fundingCap: positive,
  fundingInterest: decimal,
  fundingDamper: decimal,
  fundingIntervalMs: z.number().check(z.int(), z.gte(60_000), z.lte(86_400_000)),
  impactNotional: positive,
  staleHaircut: decimal,
  ordersMax: z.number().check(z.int(), z.gte(1), z.lte(10_000)),
  algosMax: z.number().check(z.int(), z.gte(1), z.lte(10_000)),
  tiers: z.array(tier).check(z.minLength(1), z.maxLength(50)),
});
/** As the operator has read them: the change is refused where there are others by now. */
const read = z.optional(z.partial(figures));
const change = z.partial(figures).check(z.refine((given) => Object.keys(given).length > 0, 'Nothing to change'));

const sourceName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'Must be up to 31 small letters, digits and dashes'));
const sourceChange = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('add'),
    kind: sourceKind,
    weight: z.string().check(z.regex(/^(0\.\d{1,8}|1)$/, 'Must be a decimal up to 1, like 0.3')),
    /** Of its kind. */
    config: z.record(z.string().check(z.maxLength(20)), z.union([z.string().check(z.maxLength(2_000)), z.number()])),
  }),
  z.object({ action: z.enum(['enable', 'disable', 'remove']) }),
]);

const operators = { access: 'operator:listings', tag: 'operations' } as const;
const params = z.object({ pair: pairName });
/** What became of a change that has to reach an engine. */
const delivered = {
  response: submissionOf({
    /** Of the engine, when it has not taken the change yet or has refused it. */
    warning: z.nullable(z.string()),
  }),
  statuses: submissionStatuses,
} as const;

export const perpetualOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/instruments': {
    ...operators,
    summary: 'Perpetual instruments with their states, prices and the sources of their indexes',
    response: z.object({ result: z.array(instrument) }),
  },
  'POST /v2/ops/instruments/:pair/status': {
    ...operators,
    ...delivered,
    summary: 'Stop an instrument at once, or have it opened by two',
    description: '`closeOnly`: positions can be closed and not opened; `halted`: nothing fills.',
    params,
    body: z.object({ status, reason: z.optional(reasonText) }),
    errors: ['unknown_pair', 'invalid_argument'],
  },
  'POST /v2/ops/instruments/:pair/change': {
    ...operators,
    ...delivered,
    summary: 'Change limits, fees, bands, funding and tiers of an instrument; another operator approves it',
    params,
    body: z.object({ change, before: read, reason: reasonText }),
    errors: ['unknown_pair', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'POST /v2/ops/instruments/:pair/sources/:source': {
    ...operators,
    summary:
      'Add, switch or remove a source of an index; another operator approves it, and the ticker follows within seconds',
    params: z.object({ pair: pairName, source: sourceName }),
    body: z.object({ change: sourceChange, reason: reasonText }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['unknown_pair', 'not_found', 'invalid_argument', 'request_closed', 'forbidden'],
  },
});
