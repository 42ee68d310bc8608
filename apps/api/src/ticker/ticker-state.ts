/** What a ticker hands to the next one, through Redis: written by the leader after each tick. */
import type { Redis } from 'ioredis';
import { z } from 'zod';

const tickerStateKey = 'ticker:state';

const simulatedPrice = z.object({
  price: z.string().regex(/^\d+$/),
  anchor: z.string().regex(/^\d+$/),
  setId: z.string(),
  heldUntilMs: z.number(),
});

/** A source's newest price, times 10^8, and its time, Unix milliseconds. */
const sourceMemory = z.object({ price: z.string().regex(/^\d+$/), timeMs: z.number() });

const marketMemory = z.object({
  simulated: simulatedPrice.optional(),
  lastIndexTicks: z.number().optional(),
  /** Since when the only two sources disagree, Unix milliseconds. */
  disagreeSinceMs: z.number().optional(),
  /** By the source's id: where its book has been in the last half hour. */
  bands: z.record(z.string(), z.array(z.tuple([z.number(), z.string().regex(/^\d+$/)]))).optional(),
  /** By the source's id. The ticker needs none of it: operators look at it. */
  sources: z.record(z.string(), sourceMemory).optional(),
});
export type MarketMemory = z.infer<typeof marketMemory>;

const tickerState = z.object({
  /** The last second (Unix) that was sent into the journal. */
  n: z.number(),
  /** By market id. */
  markets: z.record(z.string(), marketMemory),
});
export type TickerState = z.infer<typeof tickerState>;

/** Undefined before the first tick; what cannot be read counts as none, since it is only a memory. */
export async function readTickerState(redis: Pick<Redis, 'get'>): Promise<TickerState | undefined> {
  const text = await redis.get(tickerStateKey);
  if (text === null) return undefined;
  return tickerState.safeParse(JSON.parse(text)).data;
}

export async function writeTickerState(redis: Pick<Redis, 'set'>, state: TickerState): Promise<void> {
  await redis.set(tickerStateKey, JSON.stringify(state));
}
