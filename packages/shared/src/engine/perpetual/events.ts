/**
 * Events of the perpetual shard (see ../event-entry.ts). What lives for a while (an order, an algo, a position, an account)
 * is written as a snapshot of itself whenever it changed, so a projection is "the newest wins"; what happens once (a trade, a
 * payment, a liquidation step) is a record of its own. Units as in commands.ts.
 *
 * Snapshots stand after the happenings of their command, one an object: orders, algos, positions, fund lots, accounts.
 */
import {
  type CommandDone as AnyCommandDone,
  commandDoneKind,
  decodeCommandDone,
  forEachRecord,
} from '../event-entry.ts';
import { flag, integer, money, type RecordOf, RecordType, text, u8, u16, u32 } from '../record.ts';
import type { RejectCode } from './reject-codes.ts';
import type {
  ActualSide,
  AlgoKind,
  AlgoState,
  CashReason,
  EndReason,
  LiquidationStage,
  MarginMode,
  MarketState,
  OrderKind,
  OrderState,
  PositionCode,
  PositionSide,
  PriceSource,
  Side,
  TradeKind,
} from './terms.ts';

export const EventKind = {
  commandDone: commandDoneKind,
  orderChanged: 2,
  algoChanged: 3,
  positionChanged: 4,
  accountChanged: 5,
  traded: 6,
  cashMoved: 7,
  leverageChanged: 8,
  marketPriced: 9,
  fundingChanged: 10,
  fundingSettled: 11,
  fundingPaid: 12,
  liquidationStep: 13,
  deleveraged: 14,
  fundChanged: 15,
  fundLotChanged: 16,
  riskWarning: 17,
  transferApplied: 18,
  settingsChanged: 19,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

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

/** A fill. The fund desk and a netting have HouseUser.fund, or the same user, on a side, and order id 0. */
export const traded = new RecordType(EventKind.traded, {
  market: u16(),
  tradeKind: u8<TradeKind>(),
  takerSide: u8<Side>(),
  takerUser: u32(),
  makerUser: u32(),
  /** Grows by one a market, from 1. */
  tradeId: integer(),
  takerOrderId: integer(),
  makerOrderId: integer(),
  takerPositionId: integer(),
  makerPositionId: integer(),
  priceTicks: integer(),
  lots: integer(),
  takerFee: money(),
  makerFee: money(),
  takerPnl: money(),
  makerPnl: money(),
});

/** One movement of cash with its reason; `after` is the account's cash then. */
export const cashMoved = new RecordType(EventKind.cashMoved, {
  reason: u8<CashReason>(),
  market: u16(),
  delta: money(),
  after: money(),
  positionId: integer(),
  /** The order, transfer or fund lot behind it; 0 for none. */
  reference: integer(),
});

export const leverageChanged = new RecordType(EventKind.leverageChanged, {
  market: u16(),
  mode: u8<MarginMode>(),
  position: u8<PositionSide>(),
  leverage: u16(),
});

/** After each tick, each market; and when its state changes. Prices are 0 before the first index. */
export const marketPriced = new RecordType(EventKind.marketPriced, {
  market: u16(),
  state: u8<MarketState>(),
  indexTicks: integer(),
  markTicks: integer(),
  maxBuyTicks: integer(),
  minSellTicks: integer(),
  openInterestLots: integer(),
});

/** The running rate, fixed from a minute before `currentTimeMs`. Rates may be below zero. */
export const fundingChanged = new RecordType(EventKind.fundingChanged, {
  market: u16(),
  isLocked: flag(),
  currentRate: integer(),
  currentTimeMs: integer(),
  nextRate: integer(),
  nextTimeMs: integer(),
});

export const fundingSettled = new RecordType(EventKind.fundingSettled, {
  market: u16(),
  rate: integer(),
  markTicks: integer(),
  paid: money(),
  received: money(),
  timeMs: integer(),
});

/** `amount` above zero was received. */
export const fundingPaid = new RecordType(EventKind.fundingPaid, {
  market: u16(),
  positionId: integer(),
  rate: integer(),
  lots: integer(),
  notional: money(),
  amount: money(),
  timeMs: integer(),
});

/** The receipt of a liquidation, step by step. `ratio` is equity over requirement, 10^-4. Cross accounts: positionId 0 where all are meant. */
export const liquidationStep = new RecordType(EventKind.liquidationStep, {
  stage: u8<LiquidationStage>(),
  market: u16(),
  mode: u8<MarginMode>(),
  position: u8<PositionSide>(),
  positionId: integer(),
  markTicks: integer(),
  indexTicks: integer(),
  ratio: integer(),
  bankruptcyTicks: integer(),
  lots: integer(),
  pnl: money(),
  fee: money(),
  /** What the fund received. */
  fundDelta: money(),
});

/** The user's position was closed against a lot of the fund. */
export const deleveraged = new RecordType(EventKind.deleveraged, {
  market: u16(),
  lotId: integer(),
  positionId: integer(),
  priceTicks: integer(),
  lots: integer(),
  pnl: money(),
  /** Place in the queue, from 1, and its score, 10^-8; they saturate at 65,535 and at +-(2^53 - 1). */
  rank: u16(),
  score: integer(),
});

export const fundChanged = new RecordType(EventKind.fundChanged, {
  market: u16(),
  reason: u8<CashReason>(),
  delta: money(),
  after: money(),
});

/** A position that the fund took over; 0 lots: it is closed. */
export const fundLotChanged = new RecordType(EventKind.fundLotChanged, {
  market: u16(),
  lotId: integer(),
  position: u8<PositionSide>(),
  lots: integer(),
  cost: money(),
  bankruptcyTicks: integer(),
  takenMs: integer(),
});

/** `level`: the ratio in percent that was crossed (300, 150), or minutes to a funding that will cross 150 (30, 5). positionId 0: the cross account. */
export const riskWarning = new RecordType(EventKind.riskWarning, {
  market: u16(),
  positionId: integer(),
  level: u16(),
  isFunding: flag(),
  ratio: integer(),
});

export const transferApplied = new RecordType(EventKind.transferApplied, {
  asset: u16(),
  transferId: integer(),
  amount: money(),
  out: flag(),
});

/** The JSON of a Configure command's settings. */
export const settingsChanged = new RecordType(EventKind.settingsChanged, { settings: text() });

export type CommandDone = AnyCommandDone<RejectCode>;

const types = {
  [EventKind.orderChanged]: orderChanged,
  [EventKind.algoChanged]: algoChanged,
  [EventKind.positionChanged]: positionChanged,
  [EventKind.accountChanged]: accountChanged,
  [EventKind.traded]: traded,
  [EventKind.cashMoved]: cashMoved,
  [EventKind.leverageChanged]: leverageChanged,
  [EventKind.marketPriced]: marketPriced,
  [EventKind.fundingChanged]: fundingChanged,
  [EventKind.fundingSettled]: fundingSettled,
  [EventKind.fundingPaid]: fundingPaid,
  [EventKind.liquidationStep]: liquidationStep,
  [EventKind.deleveraged]: deleveraged,
  [EventKind.fundChanged]: fundChanged,
  [EventKind.fundLotChanged]: fundLotChanged,
  [EventKind.riskWarning]: riskWarning,
  [EventKind.transferApplied]: transferApplied,
  [EventKind.settingsChanged]: settingsChanged,
} as const;

type Types = typeof types;
export type EngineEvent = CommandDone | { [K in keyof Types]: RecordOf<Types[K]> }[keyof Types];
export type EventOf<K extends Exclude<EventKind, typeof EventKind.commandDone>> = RecordOf<Types[K]>;

/** Calls `handle` with each record of an event entry in order. Unknown kinds (of a newer engine) are skipped. */
export function forEachEvent(bytes: Uint8Array, handle: (event: EngineEvent) => void): void {
  forEachRecord(bytes, (view, at) => {
    const kind = view.getUint8(at + 2);
    if (kind === EventKind.commandDone) {
      handle(decodeCommandDone(view, at));
      return;
    }
    const type = types[kind as keyof Types] as Types[keyof Types] | undefined;
    if (type) handle(type.read(view, at) as EngineEvent);
  });
}
