/**
 * Events of the perpetual shard (see ../event-entry.ts). Objects with a life (order, algo, position, account)
 * are written as a snapshot whenever they change, so a projection is "the newest wins"; what happens once (a trade, a
 * payment, a liquidation step) is a record of its own. Units as in commands.ts.
 *
 * Snapshots stand after the records of their command, one an object: orders, algos, positions, fund lots, accounts.
 */
import { type CommandDone as AnyCommandDone, decodeCommandDone, forEachRecord } from '../event-entry.ts';
import { flag, integer, money, type RecordOf, RecordType, text, u8, u16, u32 } from '../record.ts';
import { EventKind } from './event-kinds.ts';
import { accountChanged, algoChanged, orderChanged, positionChanged } from './object-events.ts';
import type { RejectCode } from './reject-codes.ts';
import type { CashReason, LiquidationStage, MarginMode, MarketState, PositionSide, Side, TradeKind } from './terms.ts';

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
