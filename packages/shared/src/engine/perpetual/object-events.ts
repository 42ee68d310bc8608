/** Snapshots of what lives for a while: orders, algos, positions and accounts, written whenever they changed (see events.ts). */
import { flag, integer, money, RecordType, text, u8, u16 } from '../record.ts';
import { EventKind } from './event-kinds.ts';
import type {
  ActualSide,
  AlgoKind,
  AlgoState,
  EndReason,
  MarginMode,
  OrderKind,
  OrderState,
  PositionCode,
  PositionSide,
  PriceSource,
  Side,
} from './terms.ts';

/** As in commands.ts; trigger 0: no such leg. */
const legs = {
  tpTriggerTicks: integer(),
  tpOrderTicks: integer(),
  tpTriggerBy: u8<PriceSource>(),
  slTriggerTicks: integer(),
  slOrderTicks: integer(),
  slTriggerBy: u8<PriceSource>(),
};

export const orderChanged = new RecordType(EventKind.orderChanged, {
  orderId: integer(),
  /** The algo whose child it is, 0 for none. */
  algoId: integer(),
  /** The algo that its TP and SL became when it was first filled, 0 for none. */
  attachedAlgoId: integer(),
  market: u16(),
  mode: u8<MarginMode>(),
  side: u8<Side>(),
  position: u8<PositionSide>(),
  type: u8<OrderKind>(),
  state: u8<OrderState>(),
  reason: u8<EndReason>(),
  /** It stands on the book with lots - filledLots at priceTicks. */
  isResting: flag(),
  leverage: u16(),
  /** 0 for a market order. */
  priceTicks: integer(),
  lots: integer(),
  filledLots: integer(),
  /** Sum of price x size of its fills; the average price is this over the filled quantity. */
  filledNotional: money(),
  /** Sums over its fills; a fee paid is above zero. Pnl is before fees. */
  fee: money(),
  pnl: money(),
  /** Money that its rest freezes. */
  freeze: money(),
  /** The last price when it was created, 0 for none. */
  lastTicks: integer(),
  createdMs: integer(),
  updatedMs: integer(),
  ...legs,
  clientId: text(),
  source: text(),
});

export const algoChanged = new RecordType(EventKind.algoChanged, {
  algoId: integer(),
  /** The order it was attached to, and the newest child order; 0 for none. */
  parentOrderId: integer(),
  childOrderId: integer(),
  market: u16(),
  mode: u8<MarginMode>(),
  side: u8<Side>(),
  position: u8<PositionSide>(),
  type: u8<AlgoKind>(),
  state: u8<AlgoState>(),
  reason: u8<EndReason>(),
  /** Why its child was refused: a reject code. */
  failCode: u16(),
  actualSide: u8<ActualSide>(),
  leverage: u16(),
  /** 0: the whole position. */
  lots: integer(),
  actualLots: integer(),
  actualNotional: money(),
  /** The price that fired it, 0 before. */
  firedTicks: integer(),
  triggerTicks: integer(),
  triggerOrderTicks: integer(),
  triggerBy: u8<PriceSource>(),
  /** A trigger fires at or above its price, else at or below. */
  triggersUp: flag(),
  createdMs: integer(),
  updatedMs: integer(),
  ...legs,
  clientId: text(),
  source: text(),
});

/** One life of a position; the record with 0 lots is its last. */
export const positionChanged = new RecordType(EventKind.positionChanged, {
  positionId: integer(),
  market: u16(),
  mode: u8<MarginMode>(),
  position: u8<PositionSide>(),
  code: u8<PositionCode>(),
  isLiquidating: flag(),
  /** 1 to 5: how near it is to be deleveraged; 0 unknown. */
  adlLight: u8(),
  leverage: u16(),
  lots: integer(),
  /** Grows with each change: what a leverage preview is checked against. */
  version: integer(),
  /** Exact sum of the open notional: the entry cost C. */
  cost: money(),
  /** Margin of an isolated position, 0 of a cross one. */
  margin: money(),
  /** Sum of pnl - fees - funding over the whole life. */
  realised: money(),
  /** Its parts: pnl, fees paid, funding paid (below zero: received). */
  pnl: money(),
  fees: money(),
  funding: money(),
  /** What a liquidation or takeover took of it. */
  liquidationLoss: money(),
  /** Over the whole life: opened and closed lots and their notional, and the most that it held. */
  openedLots: integer(),
  openedNotional: money(),
  closedLots: integer(),
  closedNotional: money(),
  maxLots: integer(),
  openedMs: integer(),
  updatedMs: integer(),
});

/** A user's futures wallet. Fund and fees of the house are accounts too: HouseUser. */
export const accountChanged = new RecordType(EventKind.accountChanged, {
  /** B: cash not posted to isolated positions; may be below zero while cross profit covers it. */
  cash: money(),
  crossFreeze: money(),
  isolatedFreeze: money(),
});
