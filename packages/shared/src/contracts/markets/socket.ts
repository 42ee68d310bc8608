/** What the public streams of both venues have in common. Amounts are in coins; times are Unix seconds with fraction. */
import * as z from 'zod/mini';
import { signedDecimal } from '../common.ts';
import { recordEvent } from '../record-event.ts';
import { anyParams, declareMethods, declarePushes, open, success } from '../socket.ts';

/** The names of a list of markets, or of assets. */
export const names = z.array(z.string());

const level = z.tuple([z.string(), z.string()]);
const sides = { asks: z.optional(z.array(level)), bids: z.optional(z.array(level)) };

/** Price levels, best first: a whole window, or the levels that changed ("0" removes one). */
export const depthBook = z.object({
  ...sides,
  /** The market's sequence at which the window is true. */
  seq: z.optional(z.number()),
  /** `seq` of the message before this one; null in a complete book. */
  prev_seq: z.optional(z.nullable(z.number())),
  /** CRC-32 of the window after this message. */
  checksum: z.optional(z.number()),
  time: z.optional(z.number()),
});
export type DepthBook = z.infer<typeof depthBook>;

export const publicTrade = z.object({
  id: z.number(),
  time: z.number(),
  price: z.string(),
  amount: z.string(),
  /** Side of the taker. */
  type: z.enum(['buy', 'sell']),
});
export type PublicTrade = z.infer<typeof publicTrade>;

/** Start, open, close, high, low, volume in stock, deal in money, market, interval, final. */
export const klineRow = z.tuple([
  z.number(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.optional(z.number()),
  z.optional(z.boolean()),
]);
export type KlineRow = z.infer<typeof klineRow>;

/** Figures of a period: volume in stock, deal in money, change in percent. */
export const periodFigures = z.object({
  last: z.string(),
  open: z.string(),
  close: z.string(),
  high: z.string(),
  low: z.string(),
  volume: z.string(),
  deal: z.string(),
  change: signedDecimal,
  /** Seconds. */
  period: z.number(),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

/** Open, high and low since midnight UTC; volume, deal and change of the last 24 hours. */
export const todayFigures = z.object({
  open: z.string(),
  last: z.string(),
  high: z.string(),
  low: z.string(),
  volume: z.string(),
  deal: z.string(),
  change: signedDecimal,
});

/** The three calls of a figure that is pushed by lists of markets. @param what the figure in words */
export function figureMethods<
  const Kind extends string,
  Query extends { params: z.ZodMiniType<unknown[], unknown[]>; result: z.ZodMiniType },
>(kind: Kind, what: string, query: Query) {
  return {
    [`${kind}.query`]: { ...open, summary: `Ask for ${what}`, ...query },
    [`${kind}.subscribe`]: { ...open, summary: `Push ${what} of these markets`, params: names, result: success },
    [`${kind}.unsubscribe`]: {
      ...open,
      summary: `End all pushes of ${what}`,
      params: anyParams,
      result: success,
    },
  } as {
    [Name in `${Kind}.query`]: { access: 'open'; summary: string; params: Query['params']; result: Query['result'] };
  } & {
    [Name in `${Kind}.subscribe`]: { access: 'open'; summary: string; params: typeof names; result: typeof success };
  } & {
    [Name in `${Kind}.unsubscribe`]: {
      access: 'open';
      summary: string;
      params: z.ZodMiniArray<z.ZodMiniUnknown>;
      result: typeof success;
    };
  };
}

/** A query of one market. */
export const oneMarket = z.tuple([z.string()]);

/** What happened to an order or a position of the caller. */
export const recordEvents = z.literal(Object.values(recordEvent));

export const venueMethods = {
  ...declareMethods({
    'depth.query': {
      ...open,
      summary: 'The price levels of a book',
      params: z.tuple([z.string(), z.number(), z.string(), z.optional(z.number())]),
      result: depthBook,
    },
    'depth.subscribe': {
      ...open,
      summary: 'Push a book; with a trailing true beside the books that are pushed already',
      params: z.tuple([z.string(), z.number(), z.string(), z.optional(z.boolean())]),
      result: success,
    },
    'depth.unsubscribe': { ...open, summary: 'End the pushes of these books, of all', params: names, result: success },
    'deals.query': {
      ...open,
      summary: 'The newest deals after an id, newest first',
      params: z.tuple([z.string(), z.number(), z.number()]),
      result: z.array(publicTrade),
    },
    'deals.subscribe': { ...open, summary: 'Push the deals of these markets', params: names, result: success },
    'deals.unsubscribe': {
      ...open,
      summary: 'End the pushes of deals of these markets, of all',
      params: names,
      result: success,
    },
    'kline.query': {
      ...open,
      summary: 'Candles of a range, oldest first',
      params: z.tuple([z.string(), z.number(), z.number(), z.number()]),
      result: z.array(klineRow),
    },
    'kline.subscribe': {
      ...open,
      summary: 'Push the candles of an interval; with a trailing true beside the charts that are pushed already',
      params: z.tuple([z.string(), z.number(), z.optional(z.boolean())]),
      result: success,
    },
    'kline.unsubscribe': {
      ...open,
      summary: 'End the pushes of one chart, of all',
      params: z.union([z.tuple([]), z.tuple([z.string(), z.number()])]),
      result: success,
    },
  }),
  ...figureMethods('today', 'the figures of today', { params: oneMarket, result: todayFigures }),
};

export const venuePushes = declarePushes({
  'depth.update': {
    summary: 'A whole book (true) or its changed levels',
    params: z.tuple([z.boolean(), depthBook, z.string()]),
  },
  'deals.update': { summary: 'New deals, newest first', params: z.tuple([z.string(), z.array(publicTrade)]) },
  'kline.update': { summary: 'The current candle, and each finished one once more', params: z.array(klineRow) },
  'today.update': { summary: 'Figures of today', params: z.tuple([z.string(), todayFigures]) },
});
