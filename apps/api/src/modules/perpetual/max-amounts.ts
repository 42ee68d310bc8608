/** The largest orders that would be accepted now, by the same functions as the engine's checks. */
import type { MaxAmounts } from '@pelican/shared/contracts/perpetual';
import { isClosing, MarginMode, OrderKind, PositionSide } from '@pelican/shared/engine/perpetual';
import { formatCoins, formatContracts } from '@pelican/shared/money';
import { type BookLevel, type MaxSizeInput, maxMarketLots, maxSize } from '@pelican/shared/perpetual';
import type { CatalogInstrument } from '../../catalog/index.ts';
import type { LivePerpetualData, PerpetualMarketState, PriceLevels } from '../../live/index.ts';
import { accountFigures } from './account-figures.ts';
import { closableLots } from './position-view.ts';

/** GET /v3/get-max-amounts. All 0 before the first index. */
export function viewMaxAmounts(
  live: LivePerpetualData,
  userId: number,
  instrument: CatalogInstrument,
  mode: MarginMode,
): MaxAmounts {
  const state = live.view.market(instrument.id);
  const isPriced = state !== undefined && state.markTicks > 0;
  const { figures, positions } = accountFigures(live, userId);
  const own = positions.filter(({ record }) => record.market === instrument.id && record.mode === mode);
  const heldOn = (side: PositionSide) => own.find(({ record }) => record.position === side)?.record;
  const sizes = (position: PositionSide) => {
    if (!isPriced) return { limit: 0, market: 0 };
    const input: MaxSizeInput = {
      position,
      leverage: live.view.leverages.get(userId, instrument.id, mode, position),
      funds: mode === MarginMode.cross ? figures.tradingBalance : figures.available,
      markTicks: state.markTicks,
      bestBidTicks: state.bids.best() ?? 0,
      bestAskTicks: state.asks.best() ?? 0,
      positionLots: heldOn(position)?.lots ?? 0,
      pendingLots: pendingLots(live, userId, instrument.id, mode, position),
    };
    return {
      limit: maxSize(instrument.terms, OrderKind.limit, input).lots,
      market: maxMarketLots(instrument.terms, { ...input, ...takenLevels(state, position) }),
    };
  };
  const long = sizes(PositionSide.long);
  const short = sizes(PositionSide.short);
  const contracts = (lots: number) => formatContracts(lots, instrument.steps);
  const closable = (side: PositionSide) => {
    const record = heldOn(side);
    return contracts(record ? closableLots(live, record) : 0);
  };
  return {
    maxBuy: contracts(long.limit),
    maxSell: contracts(short.limit),
    maxBuyAmount: formatCoins(long.limit, instrument.steps),
    maxSellAmount: formatCoins(short.limit, instrument.steps),
    maxBuyMarket: contracts(long.market),
    maxSellMarket: contracts(short.market),
    maxCloseLong: closable(PositionSide.long),
    maxCloseShort: closable(PositionSide.short),
  };
}

function pendingLots(
  live: Pick<LivePerpetualData, 'view'>,
  userId: number,
  market: number,
  mode: MarginMode,
  position: PositionSide,
): number {
  return live.view.orders.ofUser(userId).reduce((lots, { record }) => {
    const isMeant = record.market === market && record.mode === mode && record.position === position;
    return isMeant && !isClosing(record) ? lots + record.lots - record.filledLots : lots;
  }, 0);
}

/** What a market order that opens on this side would meet, up to the price band. */
function takenLevels(
  state: PerpetualMarketState,
  position: PositionSide,
): { levels: BookLevel[]; boundTicks: number | null } {
  const isLong = position === PositionSide.long;
  const bound = isLong ? state.maxBuyTicks : state.minSellTicks;
  return { levels: levelsOf(isLong ? state.asks : state.bids), boundTicks: bound || null };
}

function levelsOf(side: PriceLevels): BookLevel[] {
  const levels: BookLevel[] = [];
  side.walk((ticks, lots) => levels.push({ ticks, lots }) > 0);
  return levels;
}
