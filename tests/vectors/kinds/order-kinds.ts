/** order_cost, max_size. */
import { OrderKind, PositionSide } from '@pelican/shared/engine/perpetual';
import { freezeRate, limitFreeze, marketFreeze, marketWalk, maxSize, orderCost } from '@pelican/shared/perpetual';
import type { BookSide, Decimal, PositionName } from '../vector-file.ts';
import { parse8, positionOf, text8, type VectorInstruments } from '../vector-instrument.ts';

type TypeName = 'limit' | 'market' | 'post_only' | 'ioc' | 'fok';

const orderKinds: Record<TypeName, OrderKind> = {
  limit: OrderKind.limit,
  market: OrderKind.market,
  post_only: OrderKind.postOnly,
  ioc: OrderKind.ioc,
  fok: OrderKind.fok,
};

interface OrderCostInput {
  instrument: string;
  position: PositionName;
  type: TypeName;
  lever: Decimal;
  px?: Decimal;
  sz: Decimal;
  mark: Decimal;
  bids?: BookSide;
  asks?: BookSide;
}

export function runOrderCost(input: OrderCostInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const position = positionOf(input.position);
  const type = orderKinds[input.type];
  const lots = instrument.lots(input.sz);
  const markTicks = instrument.ticks(input.mark);
  const bids = instrument.levels(input.bids);
  const bestBidTicks = bids[0]?.ticks ?? 0;
  const opposite = position === PositionSide.long ? instrument.levels(input.asks) : bids;
  const { deepestTicks } = marketWalk(formulas, opposite, lots, { position, boundTicks: null });
  const prices =
    type === OrderKind.market
      ? marketFreeze(position, deepestTicks, markTicks, bestBidTicks)
      : limitFreeze(position, instrument.ticks(input.px ?? ''), markTicks, bestBidTicks);
  const leverage = Number(input.lever);
  const rate = freezeRate(formulas, type);
  const cost = orderCost(formulas, { ...prices, position, leverage, lots, markTicks, rate });
  return {
    freezePx: instrument.price(cost.freezeTicks),
    worstPx: instrument.price(cost.worstTicks),
    notional: text8(cost.notional),
    im: text8(cost.initialMargin),
    fee: text8(cost.fee),
    openLoss: text8(cost.openLoss),
    cost: text8(cost.cost),
  };
}

interface MaxSizeInput {
  instrument: string;
  type: TypeName;
  lever: Decimal;
  avail: Decimal;
  mark: Decimal;
  bestBid: Decimal | null;
  bestAsk: Decimal | null;
  posLong: Decimal;
  posShort: Decimal;
  pendingLong: Decimal;
  pendingShort: Decimal;
}

export function runMaxSize(input: MaxSizeInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const type = orderKinds[input.type];
  const shared = {
    leverage: Number(input.lever),
    funds: parse8(input.avail),
    markTicks: instrument.ticks(input.mark),
    bestBidTicks: instrument.ticks(input.bestBid ?? 0),
    bestAskTicks: instrument.ticks(input.bestAsk ?? 0),
  };
  const buy = maxSize(instrument.formulas, type, {
    ...shared,
    position: PositionSide.long,
    positionLots: instrument.lots(input.posLong),
    pendingLots: instrument.lots(input.pendingLong),
  });
  const sell = maxSize(instrument.formulas, type, {
    ...shared,
    position: PositionSide.short,
    positionLots: instrument.lots(input.posShort),
    pendingLots: instrument.lots(input.pendingShort),
  });
  return {
    unitCostBuy: text8(buy.unitCost),
    unitCostSell: text8(sell.unitCost),
    tierMax: instrument.size(buy.tierMaxLots),
    byMarginBuy: instrument.size(buy.byMarginLots),
    roomBuy: instrument.size(buy.roomLots),
    maxBuy: instrument.size(buy.lots),
    byMarginSell: instrument.size(sell.byMarginLots),
    roomSell: instrument.size(sell.roomLots),
    maxSell: instrument.size(sell.lots),
    maxBuyAmount: instrument.amount(buy.lots),
    maxSellAmount: instrument.amount(sell.lots),
  };
}
