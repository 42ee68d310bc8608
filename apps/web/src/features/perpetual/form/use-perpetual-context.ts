import type { Leverages } from '@pelican/shared/contracts/perpetual';
import type { BookLevel as FormulaLevel, Instrument } from '@pelican/shared/perpetual';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { instrumentsQuery, leveragesQuery, maxAmountsQuery, perpetualKeys } from '../../../api/perpetual.ts';
import { useSession } from '../../../api/session.ts';
import { type BookLevel, useBookValue, useFeeds, useMarkPrice, useTicker } from '../../../live/index.ts';
import { heldOf } from '../account/position-figures.ts';
import { lotsOf, ticksOf, unitsOf } from '../account/sizes.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { useMode } from '../perpetual-settings.ts';
import type { PerpetualContext } from './perpetual-draft.ts';
import type { PerpetualFields, PositionSide } from './perpetual-fields.ts';
import { isOpening, restLots, usePerpetualAccount } from './use-perpetual-account.ts';

const usualLeverage = '3';
const bandRefreshMs = 15_000;
const maxRefreshMs = 5000;
const scale8 = 100_000_000n;

type OwnLeverages = Leverages['result'][string];

/** Cross has one leverage for both sides, isolated one a side. */
function leverageOf(own: OwnLeverages | undefined, mode: 'cross' | 'isolated', position: PositionSide): string {
  return (mode === 'cross' ? own?.cross : own?.[`isolated_${position}`]) ?? usualLeverage;
}

/** The leverage of the next order of this side in the market on screen. */
export function useLeverageOf(position: PositionSide): number {
  const { name } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const mode = useMode(name);
  const { data } = useQuery({ ...leveragesQuery(name), enabled: isSignedIn });
  return Number(leverageOf(data?.[name], mode, position));
}

/** Levels of the book, which are in coins, as the formulas take them. */
function formulaLevels(levels: readonly BookLevel[], instrument: Instrument): FormulaLevel[] {
  const lot = instrument.lotSize * instrument.contractValue;
  return levels.map(({ price, amount }) => ({
    ticks: ticksOf(instrument, price),
    lots: Number((unitsOf(amount) * scale8) / lot),
  }));
}

/** The book on screen; without `deep` a new one only when a best price changes. */
function useLevels(deep: boolean) {
  const { name, instrument } = usePerpetualMarket();
  const { book } = useFeeds().depth;
  const version = useBookValue((snapshot) =>
    deep ? snapshot.seq : `${snapshot.bids[0]?.price ?? ''}|${snapshot.asks[0]?.price ?? ''}`,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when the book has to be read again
  return useMemo(() => {
    const snapshot = book.get();
    if (snapshot.market !== name) return { bids: [], asks: [] };
    return { bids: formulaLevels(snapshot.bids, instrument), asks: formulaLevels(snapshot.asks, instrument) };
  }, [book, name, instrument, version]);
}

/** Market and account as the form's rules want them. */
export function usePerpetualContext({ position, type }: Pick<PerpetualFields, 'position' | 'type'>): PerpetualContext {
  const { name, info, instrument, steps, wire } = usePerpetualMarket();
  const mode = useMode(name);
  const leverage = useLeverageOf(position);
  const levels = useLevels(type === 'market');
  const prices = useMarkPrice(name);
  const last = useTicker(name)?.last ?? info.market.price;
  const { data: instruments } = useQuery({ ...instrumentsQuery, refetchInterval: bandRefreshMs });
  const band = instruments?.byName.get(name) ?? wire;
  const account = usePerpetualAccount(info.money);
  return useMemo(() => {
    const { asset, positions, orders, cash, legs } = account;
    const held = positions.find((one) => one.market === name && one.mode === mode && one.position === position);
    const pending = orders.filter(
      (one) => one.market === name && one.mode === mode && one.position === position && isOpening(one),
    );
    const funds = mode === 'cross' ? asset?.trading_balance : asset?.available;
    const markTicks = ticksOf(instrument, prices?.mark_price ?? (info.markPrice || '0'));
    return {
      instrument,
      steps,
      mode,
      leverage,
      markTicks,
      lastTicks: ticksOf(instrument, last),
      indexTicks: ticksOf(instrument, prices?.index_price ?? (info.indexPrice || '0')),
      ...levels,
      maxBuyTicks: ticksOf(instrument, band.max_buy_price || '0'),
      minSellTicks: ticksOf(instrument, band.min_sell_price || '0'),
      funds: funds === undefined ? null : unitsOf(funds),
      held: held ? heldOf(instrument, held) : null,
      closableLots: held ? lotsOf(instrument, held.avail_sz) : 0,
      pendingLots: pending.reduce((sum, order) => sum + restLots(instrument, order), 0),
      account: cash,
      legs: legs.map((leg) => (leg.instrument.id === instrument.id ? { ...leg, markTicks } : leg)),
    };
  }, [account, name, mode, position, instrument, steps, leverage, prices, info, last, levels, band]);
}

/** The largest size that would be accepted, in contracts; "" while unknown. */
export function useMaxContracts({ action, position, type }: PerpetualFields): string {
  const { name } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const mode = useMode(name);
  const leverage = useLeverageOf(position);
  const { data } = useQuery({
    ...maxAmountsQuery(name, mode),
    queryKey: [...perpetualKeys.maxAmounts, name, mode, String(leverage)],
    enabled: isSignedIn,
    refetchInterval: maxRefreshMs,
  });
  if (!data) return '';
  if (action === 'close') return position === 'long' ? data.maxCloseLong : data.maxCloseShort;
  if (type === 'market') return position === 'long' ? data.maxBuyMarket : data.maxSellMarket;
  return position === 'long' ? data.maxBuy : data.maxSell;
}
