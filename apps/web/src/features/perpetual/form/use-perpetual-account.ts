/** The futures account as the form's estimates take it. */
import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import {
  type CrossCash,
  type CrossLeg,
  type Instrument,
  limitFreeze,
  maxOf,
  minOf,
  orderCost,
} from '@pelican/shared/perpetual';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { instrumentsQuery } from '../../../api/perpetual.ts';
import {
  type FuturesState,
  isPerpetualAlgo,
  useFuturesAsset,
  usePerpetualOrders,
  usePerpetualPositions,
} from '../../../live/index.ts';
import { formulaInstrument } from '../account/instruments.ts';

import { heldOf, sideCode } from '../account/position-figures.ts';
import { lotsOf, ticksOf, unitsOf } from '../account/sizes.ts';

export interface PerpetualAccount {
  /** Null until the futures wallet has arrived. */
  asset: FuturesState | null;
  positions: readonly OpenPosition[];
  /** Plain open orders, no algos. */
  orders: readonly PerpetualOrder[];
  cash: CrossCash | null;
  /** Open cross positions at their last known marks. */
  legs: readonly CrossLeg[];
}

export function isOpening(order: Pick<PerpetualOrder, 'side' | 'position'>): boolean {
  return (order.side === 'buy') === (order.position === 'long');
}

/** What an open order has left, in lots. */
export function restLots(instrument: Instrument, order: PerpetualOrder): number {
  return lotsOf(instrument, order.sz) - lotsOf(instrument, order.fill_sz);
}

/** What resting isolated orders freeze, by the mark of now: the wallet has only the sum with the cross ones. */
function isolatedFreezeOf(
  orders: readonly PerpetualOrder[],
  instruments: ReadonlyMap<string, Instrument>,
  total: bigint,
): bigint {
  const opening = orders.filter(isOpening);
  if (!opening.some((order) => order.mode === 'cross')) return total;
  let sum = 0n;
  for (const order of opening) {
    const instrument = instruments.get(order.market);
    if (order.mode !== 'isolated' || !instrument || order.price === '') continue;
    const position = sideCode(order.position);
    const price = ticksOf(instrument, order.price);
    const lots = restLots(instrument, order);
    const freeze = { ...limitFreeze(position, price, price, 0), markTicks: price, rate: instrument.takerRate };
    sum += orderCost(instrument, { ...freeze, position, leverage: Number(order.leverage), lots }).cost;
  }
  return minOf(sum, total);
}

function cashOf(
  asset: FuturesState,
  positions: readonly OpenPosition[],
  orders: readonly PerpetualOrder[],
  instruments: ReadonlyMap<string, Instrument>,
): CrossCash {
  const isolated = positions.filter((position) => position.mode === 'isolated');
  const posted = isolated.reduce((sum, position) => sum + unitsOf(position.margin), 0n);
  const freezes = maxOf(0n, unitsOf(asset.freeze) - unitsOf(asset.margin));
  const isolatedFreeze = isolatedFreezeOf(orders, instruments, freezes);
  return { cash: unitsOf(asset.balance) - posted, isolatedFreeze, crossFreeze: freezes - isolatedFreeze };
}

/** @param ticker the asset that settles */
export function usePerpetualAccount(ticker: string): PerpetualAccount {
  const asset = useFuturesAsset(ticker);
  const { positions } = usePerpetualPositions();
  const { orders: all } = usePerpetualOrders();
  const { data } = useQuery(instrumentsQuery);
  const instruments = useMemo(
    () => new Map(data?.list.map((wire) => [wire.market, formulaInstrument(wire)]) ?? []),
    [data],
  );
  return useMemo(() => {
    const orders = all.filter((order) => !isPerpetualAlgo(order));
    const legs = positions.flatMap((position): CrossLeg[] => {
      const instrument = instruments.get(position.market);
      if (position.mode !== 'cross' || !instrument) return [];
      const markTicks = ticksOf(instrument, position.mark_price);
      return [{ ...heldOf(instrument, position), instrument, leverage: Number(position.leverage), markTicks }];
    });
    return { asset, positions, orders, legs, cash: asset && cashOf(asset, positions, orders, instruments) };
  }, [asset, positions, all, instruments]);
}
