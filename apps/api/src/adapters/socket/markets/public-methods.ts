/** Queries, subscribe and unsubscribe of a venue's public streams. Everything is checked before anything changes. */
import { setImmediate } from 'node:timers/promises';
import type { MarketFacts, MarketState } from '../../../live/index.ts';
import {
  emptyWindow,
  type KlineHistory,
  klineIntervals,
  klineRowsMax,
  mergeUnits,
  monthSeconds,
  nextWindow,
} from '../../../live/index.ts';
import type { Call, Method, Methods, Query } from '../calls/call.ts';
import type { LongReads } from '../calls/long-reads.ts';
import {
  invalid,
  type MarketNames,
  readDepthLimit,
  readInteger,
  readInterval,
  readMarket,
  readMarkets,
  readMerge,
  readTime,
  requireCount,
} from '../calls/params.ts';
import type { SocketLimits } from '../connection/limits.ts';
import { sidesJson, windowChecksum } from '../streams/depth-stream.ts';
import type { FigureKind } from '../streams/figure-stream.ts';
import type { PublicStream } from '../streams/public-stream.ts';
import type { PublicStreams } from '../streams/public-streams.ts';
import { tradeRow, tradesPerPush } from '../streams/trades-stream.ts';
import { klineKey, type Subscriptions, type VenueSubscriptions } from './public-subscriptions.ts';
import type { Venue } from './venue.ts';

const queryDepthMax = 101;
const offsetMax = 100_000;
const queryTradesMax = 10_000;
const tradesPerSlice = 500;
/** Levels that a merged query may have to add up, roughly. */
const mergedLevels = 500;
const queryIntervals = [...klineIntervals, monthSeconds];

export interface PublicMethodsDeps<State extends MarketState> {
  venue: Venue<State>;
  /** The venue's listings as they are now. */
  markets(): MarketNames<MarketFacts>;
  subscriptions: VenueSubscriptions;
  klines: KlineHistory;
  reads: LongReads;
  streams: PublicStreams<State>;
  limits: SocketLimits;
}

/** What both venues have: depth, kline, trades, and figures by lists of markets. */
export function publicMethods<State extends MarketState>(
  deps: PublicMethodsDeps<State>,
  figures: readonly FigureKind<State>[],
): Methods {
  const methods = {
    ...depthMethods(deps),
    ...klineMethods(deps),
    ...tradesMethods(deps),
    ...Object.assign({}, ...figures.map((kind) => figureMethods(kind, deps))),
  };
  return suffixed(methods, deps.venue.suffix);
}

/** `depth.query` is `depth_swap.query` on the other venue. */
function suffixed(methods: Methods, suffix: string): Methods {
  const entries = Object.entries(methods).map(([name, method]) => [name.replace('.', `${suffix}.`), method]);
  return Object.fromEntries(entries) as Methods;
}

/** The state of the market that a param names. */
export function stateOf<State extends MarketState>(
  value: unknown,
  { markets, venue }: Pick<PublicMethodsDeps<State>, 'markets' | 'venue'>,
): State {
  const market = readMarket(value, markets());
  const state = venue.view.market(market.id);
  if (!state) throw invalid(`unknown market ${market.name}`);
  return state;
}

function depthMethods<State extends MarketState>(deps: PublicMethodsDeps<State>): Methods {
  return {
    'depth.query': (call) => {
      requireCount(call.params, 3, '[market, limit, merge]');
      const [market, limit, merge, skip] = call.params;
      const state = stateOf(market, deps);
      const shape = {
        limit: readInteger(limit, 'limit', 1, queryDepthMax),
        merge: mergeUnits(readMerge(merge), state.market),
        offset: skip === undefined ? 0 : readInteger(skip, 'offset', 0, offsetMax),
      };
      deps.reads.spend(call, shape.limit + shape.offset + (merge === '0' ? 0 : mergedLevels));
      const { window } = nextWindow(state, shape, emptyWindow);
      const checksum = shape.offset === 0 ? `"checksum":${windowChecksum(window)},` : '';
      call.answerJson(`{${sidesJson(window)},"seq":${state.bookSeq},${checksum}"time":${Date.now() / 1000}}`);
    },
    'depth.subscribe': (call) => {
      requireCount(call.params, 3, '[market, limit, merge]');
      const [name, limit, merge, adds] = call.params;
      const market = readMarket(name, deps.markets());
      const levels = readDepthLimit(limit);
      deps.reads.spend(call, levels + (merge === '0' ? 0 : mergedLevels));
      const stream = deps.streams.depth(market, levels, readMerge(merge));
      const { depth } = deps.subscriptions.of(call.connection);
      requireRoom(adds === true && !depth.has(market.id), depth.size, deps.limits);
      call.success();
      if (adds === true) depth.add(market.id, stream, call.connection.outbound);
      else depth.replace(new Map([[market.id, stream]]), call.connection.outbound);
    },
    'depth.unsubscribe': (call) => {
      const markets = readMarkets(call.params, deps.markets(), deps.limits.listMax);
      dropOf(deps.subscriptions.of(call.connection).depth, markets, call);
      call.success();
    },
  };
}

function klineMethods<State extends MarketState>(deps: PublicMethodsDeps<State>): Methods {
  return {
    'kline.query': async (call) => {
      requireCount(call.params, 4, '[market, start, end, interval]');
      const state = stateOf(call.params[0], deps);
      const start = readTime(call.params[1], 'start');
      const end = Math.min(readTime(call.params[2], 'end'), Math.floor(Date.now() / 1000));
      const interval = readInterval(call.params[3], queryIntervals);
      if (start > end) throw invalid('start is after end');
      const cost = Math.min(klineRowsMax, Math.ceil((end - start + 1) / interval));
      await deps.reads.answer(call, cost, async () => {
        const rows = await deps.klines.rows(state, { interval, start, end }, Math.floor(Date.now() / 1000));
        return `[${rows.join(',')}]`;
      });
    },
    'kline.subscribe': (call) => {
      requireCount(call.params, 2, '[market, interval]');
      const [name, seconds, adds] = call.params;
      const market = readMarket(name, deps.markets());
      const interval = readInterval(seconds, klineIntervals);
      const { kline } = deps.subscriptions.of(call.connection);
      const key = klineKey(market, interval);
      requireRoom(adds === true && !kline.has(key), kline.size, deps.limits);
      deps.reads.spend(call);
      const stream = deps.streams.kline(market, interval);
      call.success();
      if (adds === true) kline.add(key, stream, call.connection.outbound);
      else kline.replace(new Map([[key, stream]]), call.connection.outbound);
    },
    'kline.unsubscribe': (call) => {
      const { kline } = deps.subscriptions.of(call.connection);
      if (call.params.length === 0) kline.dropAll(call.connection.outbound);
      else {
        const market = readMarket(call.params[0], deps.markets());
        kline.drop(klineKey(market, readInterval(call.params[1], klineIntervals)), call.connection.outbound);
      }
      call.success();
    },
  };
}

function requireRoom(adds: boolean, size: number, limits: SocketLimits): void {
  if (adds && size >= limits.listMax) throw invalid(`at most ${limits.listMax} subscriptions of a kind`);
}

function tradesMethods<State extends MarketState>(deps: PublicMethodsDeps<State>): Methods {
  return {
    'deals.query': (call) => {
      requireCount(call.params, 3, '[market, limit, last_id]');
      const state = stateOf(call.params[0], deps);
      const limit = readInteger(call.params[1], 'limit', 1, queryTradesMax);
      const lastId = readInteger(call.params[2], 'last_id', 0, Number.MAX_SAFE_INTEGER);
      return deps.reads.answer(call, limit, () => tradesInSlices(state, limit, lastId));
    },
    'deals.subscribe': listSubscribe('deals', deps, tradesPerPush, (market) => deps.streams.trades(market)),
    'deals.unsubscribe': (call) => {
      const markets = readMarkets(call.params, deps.markets(), deps.limits.listMax);
      dropOf(deps.subscriptions.of(call.connection).list('deals'), markets, call);
      call.success();
    },
  };
}

/** Makes way for others now and then: 10,000 rows take some 20 ms. */
async function tradesInSlices(state: MarketState, limit: number, lastId: number): Promise<string> {
  const trades = state.trades.newest(limit, lastId);
  const slices: string[] = [];
  for (let at = 0; at < trades.length; at += tradesPerSlice) {
    if (at > 0) await setImmediate();
    const slice = trades.slice(at, at + tradesPerSlice).map((trade) => tradeRow(trade, state.market));
    slices.push(slice.join(','));
  }
  return `[${slices.join(',')}]`;
}

function figureMethods<State extends MarketState>(kind: FigureKind<State>, deps: PublicMethodsDeps<State>): Methods {
  const query: Query = (call) => {
    requireCount(call.params, 1, '[market]');
    deps.reads.spend(call);
    call.answerJson(kind.json(stateOf(call.params[0], deps)) ?? '"0"');
  };
  const methods: Record<string, Method> = {
    [`${kind.name}.query`]: query,
    [`${kind.name}.subscribe`]: listSubscribe(kind.name, deps, 1, (market) => deps.streams.figure(kind, market)),
    // Params are ignored, as the family does.
    [`${kind.name}.unsubscribe`]: (call) => {
      deps.subscriptions.of(call.connection).list(kind.name).dropAll(call.connection.outbound);
      call.success();
    },
  };
  return methods as Methods;
}

/** @param rows of the first push of each market */
function listSubscribe<State extends MarketState>(
  kind: string,
  deps: PublicMethodsDeps<State>,
  rows: number,
  streamOf: (market: MarketFacts) => PublicStream,
) {
  return (call: Call): void => {
    const markets = readMarkets(call.params, deps.markets(), deps.limits.listMax);
    deps.reads.spend(call, markets.length * rows);
    const streams = new Map(markets.map((market) => [market.id, streamOf(market)]));
    call.success();
    deps.subscriptions.of(call.connection).list(kind).replace(streams, call.connection.outbound);
  };
}

/** Drops the subscriptions of these markets, of all when none is named. */
function dropOf(subscriptions: Subscriptions<number>, markets: readonly MarketFacts[], call: Call): void {
  const { outbound } = call.connection;
  if (markets.length === 0) subscriptions.dropAll(outbound);
  for (const market of markets) subscriptions.drop(market.id, outbound);
}
