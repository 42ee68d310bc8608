/** Queries, subscribe and unsubscribe of the public streams. Everything is checked before anything changes. */
import type { Pool } from 'pg';
import { emptyWindow, mergeUnits, nextWindow } from '../market-data/depth-window.ts';
import { periodView } from '../market-data/figures.ts';
import type { LiveMarketData } from '../market-data/index.ts';
import { readKlines } from '../market-data/kline-history.ts';
import { klineIntervals, monthSeconds } from '../market-data/kline-intervals.ts';
import type { MarketState } from '../market-data/market-state.ts';
import { readPeriod } from '../market-data/period-figures.ts';
import type { CatalogMarket } from '../modules/markets/index.ts';
import type { Call, Method, Methods } from './call.ts';
import type { SocketLimits } from './limits.ts';
import {
  invalid,
  readDepthLimit,
  readInteger,
  readInterval,
  readMarket,
  readMarkets,
  readMerge,
  readTime,
  requireCount,
} from './params.ts';
import { klineKey } from './public-subscriptions.ts';
import { dealsJson } from './streams/deals-stream.ts';
import { sidesJson, windowChecksum } from './streams/depth-stream.ts';
import { type FigureKind, figureJson } from './streams/figure-stream.ts';
import { klineRow } from './streams/kline-stream.ts';
import type { PublicStream } from './streams/public-stream.ts';
import { type ListKind, listKinds, type PublicStreams } from './streams/public-streams.ts';

const queryDepthMax = 101;
const offsetMax = 100_000;
const queryDealsMax = 10_000;
const periodMax = 604_800;
const queryIntervals = [...klineIntervals, monthSeconds];

export interface PublicMethodsDeps {
  live: LiveMarketData;
  pool: Pool;
  streams: PublicStreams;
  limits: SocketLimits;
}

export function publicMethods(deps: PublicMethodsDeps): Methods {
  return {
    ...depthMethods(deps),
    ...klineMethods(deps),
    ...figureMethods(deps),
    'deals.query': dealsQuery(deps),
    ...Object.fromEntries(listKinds.flatMap((kind) => Object.entries(listMethods(kind, deps)))),
    'heartbeat.subscribe': (call) => {
      call.success();
      const { outbound, publicSubscriptions } = call.connection;
      publicSubscriptions.heartbeat.add('heartbeat', deps.streams.heartbeat(), outbound);
    },
    'heartbeat.unsubscribe': (call) => {
      call.connection.publicSubscriptions.heartbeat.dropAll(call.connection.outbound);
      call.success();
    },
  };
}

function stateOf(value: unknown, { live }: PublicMethodsDeps): MarketState {
  const market = readMarket(value, live.catalog());
  const state = live.view.market(market.id);
  if (!state) throw invalid(`unknown market ${market.name}`);
  return state;
}

function depthMethods(deps: PublicMethodsDeps): Methods {
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
      const { window } = nextWindow(state, shape, emptyWindow);
      const checksum = shape.offset === 0 ? `"checksum":${windowChecksum(window)},` : '';
      call.answerJson(`{${sidesJson(window)},"seq":${state.bookSeq},${checksum}"time":${Date.now() / 1000}}`);
    },
    'depth.subscribe': (call) => {
      requireCount(call.params, 3, '[market, limit, merge]');
      const [name, limit, merge, adds] = call.params;
      const market = readMarket(name, deps.live.catalog());
      const stream = deps.streams.depth(market, readDepthLimit(limit), readMerge(merge));
      const { depth } = call.connection.publicSubscriptions;
      requireRoom(adds === true && !depth.has(market.id), depth.size, deps.limits);
      call.success();
      if (adds === true) depth.add(market.id, stream, call.connection.outbound);
      else depth.replace(new Map([[market.id, stream]]), call.connection.outbound);
    },
    'depth.unsubscribe': (call) => {
      const markets = readMarkets(call.params, deps.live.catalog(), deps.limits.listMax);
      const { depth } = call.connection.publicSubscriptions;
      if (markets.length === 0) depth.dropAll(call.connection.outbound);
      for (const market of markets) depth.drop(market.id, call.connection.outbound);
      call.success();
    },
  };
}

function klineMethods(deps: PublicMethodsDeps): Methods {
  return {
    'kline.query': async (call) => {
      requireCount(call.params, 4, '[market, start, end, interval]');
      const state = stateOf(call.params[0], deps);
      const start = readTime(call.params[1], 'start');
      const end = Math.min(readTime(call.params[2], 'end'), Math.floor(Date.now() / 1000));
      const interval = readInterval(call.params[3], queryIntervals);
      if (start > end) throw invalid('start is after end');
      const candles = await readKlines(deps.pool, state, { interval, start, end });
      const newest = state.candles.at(interval, Math.floor(Date.now() / 1000))?.start ?? 0;
      const rows = candles.map((candle) => klineRow(candle, state.market, interval, candle.start < newest));
      call.answerJson(`[${rows.join(',')}]`);
    },
    'kline.subscribe': (call) => {
      requireCount(call.params, 2, '[market, interval]');
      const [name, seconds, adds] = call.params;
      const market = readMarket(name, deps.live.catalog());
      const interval = readInterval(seconds, klineIntervals);
      const { kline } = call.connection.publicSubscriptions;
      const key = klineKey(market, interval);
      requireRoom(adds === true && !kline.has(key), kline.size, deps.limits);
      const stream = deps.streams.kline(market, interval);
      call.success();
      if (adds === true) kline.add(key, stream, call.connection.outbound);
      else kline.replace(new Map([[key, stream]]), call.connection.outbound);
    },
    'kline.unsubscribe': (call) => {
      const { kline } = call.connection.publicSubscriptions;
      if (call.params.length === 0) kline.dropAll(call.connection.outbound);
      else {
        const market = readMarket(call.params[0], deps.live.catalog());
        kline.drop(klineKey(market, readInterval(call.params[1], klineIntervals)), call.connection.outbound);
      }
      call.success();
    },
  };
}

function requireRoom(adds: boolean, size: number, limits: SocketLimits): void {
  if (adds && size >= limits.listMax) throw invalid(`at most ${limits.listMax} subscriptions of a kind`);
}

function figureMethods(deps: PublicMethodsDeps): Methods {
  const query =
    (kind: FigureKind): Method =>
    (call) => {
      requireCount(call.params, 1, '[market]');
      call.answerJson(figureJson(kind, stateOf(call.params[0], deps)) ?? '"0"');
    };
  return {
    'price.query': query('price'),
    'today.query': query('today'),
    'state.query': async (call) => {
      requireCount(call.params, 2, '[market, period]');
      const state = stateOf(call.params[0], deps);
      const period = readInteger(call.params[1], 'period', 1, periodMax);
      const figures = await readPeriod(deps.pool, state, period, Date.now());
      call.answer({ period, ...periodView(figures, state.lastPrice, state.market) });
    },
  };
}

function dealsQuery(deps: PublicMethodsDeps): Method {
  return (call) => {
    requireCount(call.params, 3, '[market, limit, last_id]');
    const state = stateOf(call.params[0], deps);
    const limit = readInteger(call.params[1], 'limit', 1, queryDealsMax);
    const lastId = readInteger(call.params[2], 'last_id', 0, Number.MAX_SAFE_INTEGER);
    call.answerJson(dealsJson(state.deals.newest(limit, lastId), state.market));
  };
}

function listMethods(kind: ListKind, deps: PublicMethodsDeps): Methods {
  const subscriptions = (call: Call) => call.connection.publicSubscriptions.lists[kind];
  return {
    [`${kind}.subscribe`]: (call) => {
      const markets = readMarkets(call.params, deps.live.catalog(), deps.limits.listMax);
      const streams = new Map<number, PublicStream>(
        markets.map((market: CatalogMarket) => [market.id, deps.streams.list(kind, market)]),
      );
      call.success();
      subscriptions(call).replace(streams, call.connection.outbound);
    },
    [`${kind}.unsubscribe`]: (call) => {
      // Only deals can be dropped one by one; of the others params are ignored, as the family does.
      const names = kind === 'deals' ? call.params : [];
      const markets = readMarkets(names, deps.live.catalog(), deps.limits.listMax);
      if (markets.length === 0) subscriptions(call).dropAll(call.connection.outbound);
      for (const market of markets) subscriptions(call).drop(market.id, call.connection.outbound);
      call.success();
    },
  };
}
