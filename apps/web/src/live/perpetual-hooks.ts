/** What screens of perpetuals read of the live feed, wherever they stand. */
import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { useEffect, useMemo } from 'react';
import { type OpenOrders, useCell, useRecordEvents } from './hooks.ts';
import { live, startLive } from './instance.ts';
import type { MarketValues } from './market-feeds.ts';
import type { RecordListener } from './own-records.ts';
import type { FundingRate, FuturesState, MarketPrices, MarkPrice, PerpetualState } from './wire.ts';

/** The list must keep its identity while it does not change. */
function useSubscriptions(values: MarketValues<unknown>, markets: readonly string[]): void {
  useEffect(() => {
    startLive();
    return values.want(markets);
  }, [values, markets]);
}

function useValue<Value>(values: MarketValues<Value>, market: string): Value | null {
  useSubscriptions(
    values,
    useMemo(() => [market], [market]),
  );
  return useCell(values.cell(market));
}

/** The 24-hour figures of a perpetual market with mark, index and open interest; null until they arrive. Subscribes. */
export function usePerpetualState(market: string): PerpetualState | null {
  return useValue(live.perpetual.states, market);
}

/** Mark and index price, at most once a second; null until they arrive. Subscribes. */
export function useMarkPrice(market: string): MarkPrice | null {
  return useValue(live.perpetual.markPrices, market);
}

/** The rate of the next settlement and of the one after it; null until they arrive. Subscribes. */
export function useFundingRate(market: string): FundingRate | null {
  return useValue(live.perpetual.fundingRates, market);
}

/** Keeps the rates of a list of markets live; its rows read them by `useFundingRate`. */
export function useFundingRates(markets: readonly string[]): void {
  useSubscriptions(live.perpetual.fundingRates, markets);
}

/** Keeps the prices of a list of markets live; its rows read them by `usePerpetualPrice`. */
export function usePerpetualPriceFeed(markets: readonly string[]): void {
  useSubscriptions(live.perpetual.prices, markets);
}

/** A row of the list of perpetual markets, once a second; its page subscribes with `usePerpetualPriceFeed`. */
export function usePerpetualPrice(market: string): MarketPrices | null {
  return useCell(live.perpetual.prices.cell(market));
}

/** The signed-in user's open perpetual orders and algos of all markets. Subscribes. */
export function usePerpetualOrders(): OpenOrders<PerpetualOrder> {
  useEffect(() => {
    startLive();
    return live.perpetual.orders.want();
  }, []);
  const { items, total, ready } = useCell(live.perpetual.orders.cell);
  return { orders: items, total, ready };
}

/** Receives each event of the user's own perpetual orders and algos at once. Subscribes. The listener must keep its identity. */
export function usePerpetualOrderEvents(listener: RecordListener<PerpetualOrder>): void {
  useRecordEvents(live.perpetual.orders, listener);
}

/** The signed-in user's open positions of all markets, newest first. Subscribes. */
export function usePerpetualPositions(): { positions: readonly OpenPosition[]; ready: boolean } {
  useEffect(() => {
    startLive();
    return live.perpetual.positions.want();
  }, []);
  const { items, ready } = useCell(live.perpetual.positions.cell);
  return { positions: items, ready };
}

/** Receives each event of the user's own positions at once. Subscribes. The listener must keep its identity. */
export function usePerpetualPositionEvents(listener: RecordListener<OpenPosition>): void {
  useRecordEvents(live.perpetual.positions, listener);
}

/** The futures wallet of an asset; null until it arrives. Subscribes. */
export function useFuturesAsset(ticker: string): FuturesState | null {
  useEffect(() => {
    startLive();
    return live.perpetual.assets.want();
  }, []);
  return useCell(live.perpetual.assets.cell)?.get(ticker) ?? null;
}
