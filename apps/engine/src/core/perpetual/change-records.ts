/** The shard's objects as the records that tell of their change. */
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import {
  accountChanged,
  algoChanged,
  fundLotChanged,
  marketPriced,
  orderChanged,
  positionChanged,
} from '@pelican/shared/engine/perpetual/events.ts';
import type { Changes } from './changes.ts';
import type { Account, Algo, FundLot, Market, Order, Position } from './state.ts';

export function writeOrder(out: ByteWriter, order: Order): void {
  orderChanged.write(out, order.user, {
    orderId: order.id,
    algoId: order.algoId,
    attachedAlgoId: order.attachedAlgoId,
    market: order.market.id,
    mode: order.mode,
    side: order.side,
    position: order.position,
    type: order.type,
    state: order.state,
    reason: order.reason,
    isResting: order.isResting,
    leverage: order.leverage,
    priceTicks: order.priceTicks,
    lots: order.lots,
    filledLots: order.filledLots,
    filledNotional: order.filledNotional,
    fee: order.fee,
    pnl: order.pnl,
    freeze: order.freeze,
    lastTicks: order.lastTicks,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
    tpTriggerTicks: order.tpTriggerTicks,
    tpOrderTicks: order.tpOrderTicks,
    tpTriggerBy: order.tpTriggerBy,
    slTriggerTicks: order.slTriggerTicks,
    slOrderTicks: order.slOrderTicks,
    slTriggerBy: order.slTriggerBy,
    clientId: order.clientId,
    source: order.source,
  });
}

export function writeAlgo(out: ByteWriter, algo: Algo): void {
  algoChanged.write(out, algo.user, {
    algoId: algo.id,
    parentOrderId: algo.parentOrderId,
    childOrderId: algo.childOrderId,
    market: algo.market.id,
    mode: algo.mode,
    side: algo.side,
    position: algo.position,
    type: algo.type,
    state: algo.state,
    reason: algo.reason,
    failCode: algo.failCode,
    actualSide: algo.actualSide,
    leverage: algo.leverage,
    lots: algo.lots,
    actualLots: algo.actualLots,
    actualNotional: algo.actualNotional,
    firedTicks: algo.firedTicks,
    triggerTicks: algo.triggerTicks,
    triggerOrderTicks: algo.triggerOrderTicks,
    triggerBy: algo.triggerBy,
    triggersUp: algo.triggersUp,
    createdMs: algo.createdMs,
    updatedMs: algo.updatedMs,
    tpTriggerTicks: algo.tpTriggerTicks,
    tpOrderTicks: algo.tpOrderTicks,
    tpTriggerBy: algo.tpTriggerBy,
    slTriggerTicks: algo.slTriggerTicks,
    slOrderTicks: algo.slOrderTicks,
    slTriggerBy: algo.slTriggerBy,
    clientId: algo.clientId,
    source: algo.source,
  });
}

export function writePosition(out: ByteWriter, position: Position): void {
  positionChanged.write(out, position.user, {
    positionId: position.id,
    market: position.market.id,
    mode: position.mode,
    position: position.position,
    code: position.code,
    isLiquidating: position.isLiquidating,
    adlLight: position.adlLight,
    leverage: position.leverage,
    lots: position.lots,
    version: position.version,
    cost: position.cost,
    margin: position.margin,
    realised: position.pnl - position.fees - position.funding,
    pnl: position.pnl,
    fees: position.fees,
    funding: position.funding,
    liquidationLoss: position.liquidationLoss,
    openedLots: position.openedLots,
    openedNotional: position.openedNotional,
    closedLots: position.closedLots,
    closedNotional: position.closedNotional,
    maxLots: position.maxLots,
    openedMs: position.openedMs,
    updatedMs: position.updatedMs,
  });
}

export function writeAccount(out: ByteWriter, account: Account): void {
  const { cash, crossFreeze, isolatedFreeze } = account;
  accountChanged.write(out, account.user, { cash, crossFreeze, isolatedFreeze });
}

export function writeLot(out: ByteWriter, lot: FundLot): void {
  const { id, market, position, lots, cost, bankruptcyTicks, takenMs } = lot;
  fundLotChanged.write(out, 0, { market: market.id, lotId: id, position, lots, cost, bankruptcyTicks, takenMs });
}

/** Tells a market's state and prices. */
export function emitMarketPriced(changes: Changes, market: Market): void {
  const { id, state, indexTicks, markTicks, maxBuyTicks, minSellTicks, openInterestLots } = market;
  const prices = { state, indexTicks, markTicks, maxBuyTicks, minSellTicks, openInterestLots };
  changes.emit(marketPriced, 0, { market: id, ...prices });
}
