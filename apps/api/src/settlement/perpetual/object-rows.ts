/** Rows of the perpetual shard's state (orders, algo orders, positions, accounts): see row.ts. */
import { type EventKind, type EventOf, marketPriceTicks } from '@pelican/shared/engine/perpetual';
import { formatContracts, formatMoney, formatRate, formatTicks } from '@pelican/shared/money';
import type { CatalogInstrument } from '../../catalog/index.ts';
import { nullIfNone, type Row, timeText } from './row.ts';

type Order = EventOf<typeof EventKind.orderChanged>;
type Algo = EventOf<typeof EventKind.algoChanged>;
type Position = EventOf<typeof EventKind.positionChanged>;
type Legs = Pick<
  Order,
  'tpTriggerTicks' | 'tpOrderTicks' | 'tpTriggerBy' | 'slTriggerTicks' | 'slOrderTicks' | 'slTriggerBy'
>;

/** The price of an order that an algo sends: -1 means a market order. */
function orderPrice(ticks: number, { steps }: CatalogInstrument): string {
  return ticks === marketPriceTicks ? '-1' : formatTicks(ticks, steps);
}

function legColumns(legs: Legs, instrument: CatalogInstrument): Row {
  return {
    tp_trigger_price: formatTicks(legs.tpTriggerTicks, instrument.steps),
    tp_order_price: orderPrice(legs.tpOrderTicks, instrument),
    tp_trigger_by: legs.tpTriggerBy,
    sl_trigger_price: formatTicks(legs.slTriggerTicks, instrument.steps),
    sl_order_price: orderPrice(legs.slOrderTicks, instrument),
    sl_trigger_by: legs.slTriggerBy,
  };
}

function targetColumns(of: Order | Algo): Row {
  return {
    user_id: of.user,
    market_id: of.market,
    mode: of.mode,
    side: of.side,
    position: of.position,
    type: of.type,
    state: of.state,
    reason: of.reason,
    leverage: of.leverage,
    client_id: of.clientId,
    source: of.source,
    created_at: timeText(of.createdMs),
    updated_at: timeText(of.updatedMs),
  };
}

export function orderRow(order: Order, instrument: CatalogInstrument, seq: number): Row {
  const { steps } = instrument;
  return {
    id: order.orderId,
    ...targetColumns(order),
    algo_id: nullIfNone(order.algoId),
    attached_algo_id: nullIfNone(order.attachedAlgoId),
    is_resting: order.isResting,
    price: formatTicks(order.priceTicks, steps),
    size: formatContracts(order.lots, steps),
    filled_size: formatContracts(order.filledLots, steps),
    filled_notional: formatMoney(order.filledNotional),
    fee: formatMoney(order.fee),
    pnl: formatMoney(order.pnl),
    freeze: formatMoney(order.freeze),
    last_price: formatTicks(order.lastTicks, steps),
    ...legColumns(order, instrument),
    seq,
  };
}

export function algoRow(algo: Algo, instrument: CatalogInstrument, seq: number): Row {
  const { steps } = instrument;
  return {
    id: algo.algoId,
    ...targetColumns(algo),
    parent_order_id: nullIfNone(algo.parentOrderId),
    child_order_id: nullIfNone(algo.childOrderId),
    fail_code: algo.failCode,
    actual_side: algo.actualSide,
    size: formatContracts(algo.lots, steps),
    actual_size: formatContracts(algo.actualLots, steps),
    actual_notional: formatMoney(algo.actualNotional),
    fired_price: formatTicks(algo.firedTicks, steps),
    trigger_price: formatTicks(algo.triggerTicks, steps),
    trigger_order_price: orderPrice(algo.triggerOrderTicks, instrument),
    trigger_by: algo.triggerBy,
    triggers_up: algo.triggersUp,
    ...legColumns(algo, instrument),
    seq,
  };
}

export function positionRow(position: Position, { steps }: CatalogInstrument, seq: number): Row {
  return {
    id: position.positionId,
    user_id: position.user,
    market_id: position.market,
    mode: position.mode,
    position: position.position,
    code: position.code,
    is_liquidating: position.isLiquidating,
    adl_light: position.adlLight,
    leverage: position.leverage,
    version: position.version,
    size: formatContracts(position.lots, steps),
    cost: formatMoney(position.cost),
    margin: formatMoney(position.margin),
    realised: formatMoney(position.realised),
    pnl: formatMoney(position.pnl),
    fees: formatMoney(position.fees),
    funding: formatMoney(position.funding),
    liquidation_loss: formatMoney(position.liquidationLoss),
    opened_size: formatContracts(position.openedLots, steps),
    opened_notional: formatMoney(position.openedNotional),
    closed_size: formatContracts(position.closedLots, steps),
    closed_notional: formatMoney(position.closedNotional),
    max_size: formatContracts(position.maxLots, steps),
    opened_at: timeText(position.openedMs),
    updated_at: timeText(position.updatedMs),
    seq,
  };
}

export function accountRow(account: EventOf<typeof EventKind.accountChanged>, seq: number): Row {
  return {
    user_id: account.user,
    cash: formatMoney(account.cash),
    cross_freeze: formatMoney(account.crossFreeze),
    isolated_freeze: formatMoney(account.isolatedFreeze),
    seq,
  };
}

export function leverageRow(set: EventOf<typeof EventKind.leverageChanged>, seq: number): Row {
  const { user, market, mode, position, leverage } = set;
  return { user_id: user, market_id: market, mode, position, leverage, seq };
}

export function fundLotRow(
  lot: EventOf<typeof EventKind.fundLotChanged>,
  { steps }: CatalogInstrument,
  seq: number,
): Row {
  return {
    market_id: lot.market,
    id: lot.lotId,
    position: lot.position,
    size: formatContracts(lot.lots, steps),
    cost: formatMoney(lot.cost),
    bankruptcy_price: formatTicks(lot.bankruptcyTicks, steps),
    taken_at: timeText(lot.takenMs),
    seq,
  };
}

export function pricedRow(
  priced: EventOf<typeof EventKind.marketPriced>,
  { steps }: CatalogInstrument,
  time: string,
  seq: number,
): Row {
  return {
    market_id: priced.market,
    state: priced.state,
    index_price: formatTicks(priced.indexTicks, steps),
    mark_price: formatTicks(priced.markTicks, steps),
    max_buy_price: formatTicks(priced.maxBuyTicks, steps),
    min_sell_price: formatTicks(priced.minSellTicks, steps),
    open_interest: formatContracts(priced.openInterestLots, steps),
    updated_at: time,
    seq,
  };
}

export function fundingRow(funding: EventOf<typeof EventKind.fundingChanged>, time: string, seq: number): Row {
  const timeOrNull = (timeMs: number) => (timeMs === 0 ? null : timeText(timeMs));
  return {
    market_id: funding.market,
    is_locked: funding.isLocked,
    funding_rate: formatRate(funding.currentRate),
    funding_time: timeOrNull(funding.currentTimeMs),
    next_rate: formatRate(funding.nextRate),
    next_time: timeOrNull(funding.nextTimeMs),
    updated_at: time,
    seq,
  };
}
