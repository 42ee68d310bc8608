/** Where an instrument's index comes from: what an operator configures, checked when it is written and when it is read. */
import { decimalPattern } from '@pelican/shared/money';
import { z } from 'zod';

const price = z.string().regex(decimalPattern, 'must be a decimal like 92400.5');
/** Names and places from the answer's outside inwards: "data.0.price". */
const path = z.string().regex(/^[^.\s]+(\.[^.\s]+)*$/, 'must look like data.0.price');

/** A spot market: BTC_USDT */
const spotMarket = z.string().regex(/^[A-Z0-9]+_[A-Z0-9]+$/, 'must look like BTC_USDT');
const ownSpot = z.strictObject({ market: spotMarket });
/** Where nothing else may say what a thin book is worth: docs/decisions/0246. */
const guardedSpot = z.strictObject({
  market: spotMarket,
  /** So much of the quote has to be on each side; what stands before that is reached is no price. */
  depth: price,
  /** How far from the median of its last half hour the book counts, as a fraction. */
  band: price.refine((text) => Number(text) > 0 && Number(text) <= 0.1, 'must be a fraction up to 0.1').default('0.02'),
});

/** Without TLS anybody on the network path could set the price. */
function isProtected({ protocol, hostname }: URL): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return ['https:', 'wss:'].includes(protocol) || (isLocal && ['http:', 'ws:'].includes(protocol));
}

const hasNoUser = ({ username, password }: URL) => username === '' && password === '';

const feed = z.strictObject({
  /** https: polled; wss: subscribed to. */
  url: z.string().refine((text) => URL.canParse(text) && isProtected(new URL(text)), {
    error: 'must be an address that begins with https:// or wss://; without encryption only on this machine',
    abort: true,
  }),
  pricePath: path,
  /** The feed's own time of the price, in seconds, milliseconds or as an ISO date; without it the time of arrival counts. */
  timePath: path.optional(),
  /** For http: the time from one request to the next. */
  pollMs: z.coerce.number().int().min(250).max(60_000).default(1_000),
  /** For ws: the text that subscribes, sent when the socket is open. */
  send: z.string().max(2_000).optional(),
});

const simulator = z.strictObject({
  /** Where the random walk begins, and the mean that it reverts to. */
  start: price,
  /** Size of a typical one-minute move, as a fraction. */
  volatility: z.coerce.number().min(0).max(0.1).default(0.000_5),
  seed: z.coerce.number().int().min(0).default(1),
});

export const sourceKinds = ['own_spot', 'feed', 'simulator'] as const;
export type SourceKind = (typeof sourceKinds)[number];
/** As they are read. */
export const sourceConfigs = { own_spot: ownSpot, feed, simulator } as const satisfies Record<SourceKind, z.ZodType>;
/** Of a spot market's index: its own book is looked at with care. */
export const spotSourceConfigs = { ...sourceConfigs, own_spot: guardedSpot } as const;
/** As they are added: what was stored before this rule is still read. */
export const newSourceConfigs = {
  ...sourceConfigs,
  feed: feed.refine(({ url }) => hasNoUser(new URL(url)), {
    path: ['url'],
    error: 'must have no user and password before its host',
  }),
} as const satisfies Record<SourceKind, z.ZodType>;
const newSpotSourceConfigs = { ...newSourceConfigs, own_spot: guardedSpot } as const;

/** @param venue undefined: of a market that there is not */
export function newSourceConfigsOf(venue: 'perpetual' | 'spot' | undefined) {
  return venue === 'spot' ? newSpotSourceConfigs : newSourceConfigs;
}

const secretName = /auth|credential|key|pass|secret|sign|token/i;
const hidden = '***';

/** A configuration as it is shown and put on record: without credentials in its address and in the text that it sends. */
export function withoutSecrets<Value>(config: Record<string, Value | string>): Record<string, Value | string> {
  const { url, send } = config;
  return {
    ...config,
    ...(typeof url === 'string' && URL.canParse(url) ? { url: withoutSecretsOfUrl(url) } : {}),
    ...(typeof send === 'string' ? { send: withoutSecretValues(send) } : {}),
  };
}

function withoutSecretsOfUrl(text: string): string {
  const url = new URL(text);
  const secrets = [...url.searchParams.keys()].filter((name) => secretName.test(name));
  if (secrets.length === 0 && hasNoUser(url)) return text;
  if (!hasNoUser(url)) [url.username, url.password] = ['', hidden];
  for (const name of secrets) url.searchParams.set(name, hidden);
  return url.href;
}

/** Values of JSON by their names; what is no JSON has no names. */
function withoutSecretValues(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) => (secretName.test(name) ? hidden : value));
  } catch {
    return text;
  }
}

export type FeedConfig = z.infer<typeof feed>;
export type SimulatorConfig = z.infer<typeof simulator>;

interface SourceOf<Kind extends SourceKind> {
  /** Unique in its market; recorded in the journal with each price. */
  id: string;
  /** Times 10^8. */
  weight: bigint;
  kind: Kind;
  config: z.infer<(typeof sourceConfigs | typeof spotSourceConfigs)[Kind]>;
}
export type SourceSettings = { [Kind in SourceKind]: SourceOf<Kind> }[SourceKind];
