/** Calls of operators about payment methods. Amounts are whole units, times unix seconds; names are those of the fields in forms. */
import * as z from 'zod/mini';
import { listOf, paging, plainId } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { addedNetworkKinds, confirmationsMax, networkKinds } from './network-rules.ts';
import { paymentAction } from './schemas.ts';
import { paymentCause, paymentState } from './status.ts';
import { termNames } from './terms-rules.ts';

export const switchScopes = ['asset', 'network', 'method'] as const;

/** At one level: the asset, its network or the method itself. */
const level = z.object({
  scope: z.enum(switchScopes),
  /** As the call that switches it names it: 'USDT', 'SANDBOX', 'USDT:SANDBOX'. */
  object: z.string(),
  enabled: z.boolean(),
  reason: z.string(),
  expected: z.nullable(z.number()),
  closed: z.nullable(z.number()),
});

const termValues = z.record(z.enum(termNames), z.string());

const methodTerms = z.object({
  action: paymentAction,
  state: paymentState,
  cause: z.nullable(paymentCause),
  levels: z.array(level),
  terms: termValues,
});
export type MethodTerms = z.infer<typeof methodTerms>;

const methodRow = z.object({
  id: z.number(),
  ticker: z.string(),
  label: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.enum(['crypto', 'bank', 'provider']),
  /** Decimals of the asset. */
  scale: z.number(),
  network: z.nullable(
    z.object({
      key: z.string(),
      kind: z.enum(networkKinds),
      confirmations: z.number(),
      blockSeconds: z.number(),
    }),
  ),
  /** Of the method itself; `isCounted`: there were deposits or withdrawals by it. */
  contract: z.string(),
  decimals: z.nullable(z.number()),
  provider: z.string(),
  description: z.string(),
  tooltip: z.string(),
  isNative: z.boolean(),
  isCounted: z.boolean(),
  ways: z.array(methodTerms),
});
export type MethodDetail = z.infer<typeof methodRow>;

/** As it was typed; what is wrong with it is said by field. */
const typed = z.string().check(z.maxLength(300));
const figure = z.nullable(z.number());
const networkValues = {
  name: typed,
  chainId: figure,
  chainName: z.nullable(typed),
  addressType: z.nullable(typed),
  blockSeconds: z.number(),
  explorerTransaction: typed,
  explorerAddress: typed,
};
const methodValues = {
  name: typed,
  description: typed,
  tooltip: typed,
  contract: typed,
  decimals: figure,
  provider: typed,
};
const termsOfWay = z.partialRecord(z.enum(termNames), z.string().check(z.maxLength(40)));
const termsGiven = z.record(z.enum(termNames), z.string().check(z.maxLength(40)));

const networkRow = z.object({
  ...networkValues,
  id: z.number(),
  key: z.string(),
  kind: z.enum(networkKinds),
  native: z.string(),
  confirmations: z.number(),
  /** The worker has read it within two minutes, so it has a node of it; when it did last, unix seconds. */
  isRead: z.boolean(),
  readAt: z.nullable(z.number()),
  /** It was read, or has addresses: what identifies its chain stays. */
  isFixed: z.boolean(),
  coins: z.array(
    z.object({ method: z.number(), ticker: z.string(), contract: z.string(), decimals: z.nullable(z.number()) }),
  ),
});
export type NetworkDetail = z.infer<typeof networkRow>;

const idParams = z.object({ id: z.pipe(plainId, z.number().check(z.lte(2_147_483_647))) });
const operators = { access: 'operator:money', tag: 'operations: money' } as const;
const submitted = { response: submission, statuses: submissionStatuses } as const;

/** Public: users read it. */
const publicText = z
  .string()
  .check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cf}]*$/u, 'must be plain text on one line'));

/** `before`: as the operator has read them. The change is refused where there are others by now. */
const changeOf = <const Shape extends z.core.$ZodShape>(shape: Shape) => {
  const values = z.partial(z.object(shape));
  return z.object({ change: values, before: z.optional(values), reason: reasonText });
};

export const paymentsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/payments': {
    ...operators,
    summary: 'Payment methods with their terms and switches',
    query: z.extend(paging, { search: z._default(z.string().check(z.maxLength(40)), '') }),
    response: listOf(methodRow),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/payments/:id': {
    ...operators,
    summary: 'One of them',
    params: idParams,
    response: methodRow,
    errors: ['not_found'],
  },
  'POST /v2/ops/payments/switch': {
    ...operators,
    ...submitted,
    summary: 'Close deposits or withdrawals of an asset, a network or a method at once; opening takes another operator',
    body: z.object({
      scope: z.enum(switchScopes),
      object: z.string().check(z.maxLength(60)),
      action: paymentAction,
      enabled: z.boolean(),
      /** What users read, and when it is expected to open again, unix seconds. Of what is closed. */
      text: z._default(publicText, ''),
      expected: z._default(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(9_000_000_000))), null),
      reason: reasonText,
    }),
    errors: ['not_found', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'POST /v2/ops/payments/:id/terms': {
    ...operators,
    ...submitted,
    summary: 'Change fees and limits of deposits or withdrawals by a method; another operator approves it',
    params: idParams,
    body: z.object({
      action: paymentAction,
      change: termsOfWay,
      before: z.optional(termsOfWay),
      reason: reasonText,
    }),
    errors: ['not_found', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'POST /v2/ops/payments': {
    ...operators,
    ...submitted,
    summary: 'Add a coin on a network or a way by a payment provider, closed at first; another operator approves it',
    body: z.object({
      ...methodValues,
      ticker: z.string().check(z.maxLength(20)),
      kind: z.enum(['crypto', 'provider']),
      /** Key of the network of a coin. */
      network: z.nullable(z.string().check(z.maxLength(40))),
      /** By which clients choose the form; of a coin it is the network's. */
      key: z._default(z.string().check(z.maxLength(40)), ''),
      deposit: termsGiven,
      withdraw: termsGiven,
      reason: reasonText,
    }),
    errors: ['invalid_argument', 'forbidden'],
  },
  'POST /v2/ops/payments/:id/method': {
    ...operators,
    ...submitted,
    summary:
      'Change names of a method, or its contract, decimals and provider while nothing was paid by it; another operator approves it',
    params: idParams,
    body: changeOf(methodValues),
    errors: ['not_found', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'GET /v2/ops/payment-networks': {
    ...operators,
    summary: 'Networks with their coins, whether the worker reads them, and the currencies that may be added',
    response: z.object({
      result: z.array(networkRow),
      currencies: z.array(z.object({ ticker: z.string(), label: z.string(), scale: z.number() })),
    }),
  },
  'POST /v2/ops/payment-networks': {
    ...operators,
    ...submitted,
    summary: 'Add an EVM network or one of the Bitcoin family; another operator approves it',
    body: z.object({
      ...networkValues,
      key: z.string().check(z.maxLength(40)),
      kind: z.enum(addedNetworkKinds),
      /** Ticker of what its fees are paid in. */
      native: z.string().check(z.maxLength(20)),
      confirmations: z.number(),
      reason: reasonText,
    }),
    errors: ['invalid_argument', 'forbidden'],
  },
  'POST /v2/ops/payment-networks/:key/change': {
    ...operators,
    ...submitted,
    summary:
      'Change names and links of a network, or its chain while nothing was read of it; another operator approves it',
    params: z.object({ key: z.string().check(z.maxLength(40)) }),
    body: changeOf(networkValues),
    errors: ['not_found', 'figures_changed', 'invalid_argument', 'request_closed', 'forbidden'],
  },
  'POST /v2/ops/payment-networks/:key/confirmations': {
    ...operators,
    ...submitted,
    summary: 'Change how many confirmations a network needs; another operator approves it',
    params: z.object({ key: z.string().check(z.maxLength(40)) }),
    body: z.object({
      confirmations: z.number().check(z.int(), z.gte(1), z.lte(confirmationsMax)),
      before: z.optional(z.number()),
      reason: reasonText,
    }),
    errors: ['not_found', 'figures_changed', 'invalid_argument', 'forbidden'],
  },
});
