import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Cell } from './frames.ts';
import type { ConnectionInfo } from './health.ts';
import { live, startLive } from './instance.ts';
import type { NoticeListener } from './notice-feed.ts';
import type { BookSnapshot } from './order-book.ts';
import type { OwnRecords, RecordListener } from './own-records.ts';
import type { MarketFeeds } from './venue-feeds.ts';
import type { MarketState, PublicTrade, TradeBalance } from './wire.ts';

const FeedsContext = createContext<MarketFeeds>(live.spot);
/** Sets the venue of the parts below; the default is spot. */
export const FeedsProvider = FeedsContext.Provider;

/** The public feeds of the venue on screen. */
export function useFeeds(): MarketFeeds {
  return useContext(FeedsContext);
}

export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get);
}

/** Health of the connection and state of the authorisation; changes only when one of them does. */
export function useConnection(): ConnectionInfo {
  useEffect(startLive, []);
  return useCell(live.health.info);
}

/** Seconds of the server's clock, once a second; null before the first heartbeat. */
export function useServerTime(): number | null {
  return useCell(live.health.serverTime);
}

/** The 24-hour figures of a market, null until they arrive. Subscribes. */
export function useTicker(market: string): MarketState | null {
  useMarketFeed(useMemo(() => [market], [market]));
  return useCell(useFeeds().states.cell(market));
}

/** As `useTicker`, for a row of a list whose page subscribes with `useMarketFeed`. */
export function useMarketState(market: string): MarketState | null {
  return useCell(useFeeds().states.cell(market));
}

/** Keeps the figures of these markets live. The list must keep its identity while it does not change. */
export function useMarketFeed(markets: readonly string[]): void {
  const { states } = useFeeds();
  useEffect(() => {
    startLive();
    return states.want(markets);
  }, [states, markets]);
}

/** The figures of several markets by name; subscribes. For long lists prefer a row component with `useMarketState`. */
export function useMarketPrices(markets: readonly string[]): ReadonlyMap<string, MarketState> {
  useMarketFeed(markets);
  const feeds = useFeeds();
  const source = useMemo(() => combine(feeds, markets), [feeds, markets]);
  return useSyncExternalStore(source.subscribe, source.get);
}

function combine(feeds: MarketFeeds, markets: readonly string[]) {
  const cells = markets.map((market) => feeds.states.cell(market));
  let known: (MarketState | null)[] = [];
  let prices: ReadonlyMap<string, MarketState> = new Map();
  return {
    subscribe(listener: () => void): () => void {
      const stops = cells.map((cell) => cell.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    get(): ReadonlyMap<string, MarketState> {
      const states = cells.map((cell) => cell.get());
      if (states.some((state, index) => state !== known[index]) || states.length !== known.length) {
        known = states;
        prices = new Map(markets.flatMap((market, index) => (states[index] ? [[market, states[index]]] : [])));
      }
      return prices;
    },
  };
}

/** Keeps the order book of a market live. */
export function useDepthFeed(market: string): void {
  const { depth } = useFeeds();
  useEffect(() => {
    startLive();
    return depth.want(market);
  }, [depth, market]);
}

/** The order book that `useDepthFeed` keeps live. */
export function useBook(): BookSnapshot {
  return useCell(useFeeds().depth.book);
}

/** A figure of the book; readers are notified of its changes only. `select` must answer a text, a number or null. */
export function useBookValue<Value extends string | number | null>(select: (book: BookSnapshot) => Value): Value {
  const { book } = useFeeds().depth;
  return useSyncExternalStore(book.subscribe, () => select(book.get()));
}

/** The newest trades of a market, newest first; null until they arrive. Subscribes. */
export function useTrades(market: string): readonly PublicTrade[] | null {
  const { trades } = useFeeds();
  useEffect(() => {
    startLive();
    return trades.want(market);
  }, [trades, market]);
  return useCell(trades.cell(market));
}

export interface OpenOrders<Order> {
  /** Newest first, of all markets. */
  readonly orders: readonly Order[];
  readonly total: number;
  /** False until the first complete answer. */
  readonly ready: boolean;
}

/** The signed-in user's open spot orders of all markets. Subscribes. */
export function useOpenOrders(): OpenOrders<SpotOrder> {
  useEffect(() => {
    startLive();
    return live.spot.orders.want();
  }, []);
  const { items, total, ready } = useCell(live.spot.orders.cell);
  return { orders: items, total, ready };
}

/** Hears each event of the user's own spot orders at once. Subscribes. The listener must keep its identity. */
export function useOrderEvents(listener: RecordListener<SpotOrder>): void {
  useRecordEvents(live.spot.orders, listener);
}

/** As `useOrderEvents`, for any of the user's own records. */
export function useRecordEvents<Item extends { seq: number }>(
  records: OwnRecords<Item>,
  listener: RecordListener<Item>,
): void {
  useEffect(() => records.onEvent(listener), [records, listener]);
  useEffect(() => {
    startLive();
    return records.want();
  }, [records]);
}

/** The signed-in user's trade wallet by ticker; null until it arrives. Subscribes. */
export function useAssets(): ReadonlyMap<string, TradeBalance> | null {
  useEffect(() => {
    startLive();
    return live.spot.assets.want();
  }, []);
  return useCell(live.spot.assets.cell);
}

/** One asset of the trade wallet; null until known. */
export function useAsset(ticker: string): TradeBalance | null {
  return useAssets()?.get(ticker) ?? null;
}

/** Calls `listener` with the signed-in user's notices as they come. It must keep its identity while it does not change. */
export function useNoticePushes(listener: NoticeListener, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    startLive();
    return live.notices.listen(listener);
  }, [listener, isSignedIn]);
}
