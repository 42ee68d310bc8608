/** The codes that commands, events and state of the perpetual shard share. The numbers are in the journal: never renumber. */
import { Side } from '../spot/commands.ts';

export { Side };

export const MarginMode = { cross: 0, isolated: 1 } as const;
export type MarginMode = (typeof MarginMode)[keyof typeof MarginMode];

export const PositionSide = { long: 0, short: 1 } as const;
export type PositionSide = (typeof PositionSide)[keyof typeof PositionSide];

export function oppositeOf(position: PositionSide): PositionSide {
  return position === PositionSide.long ? PositionSide.short : PositionSide.long;
}

/** True for an order that reduces its position: sell long, buy short. */
export function isClosing(order: { side: Side; position: PositionSide }): boolean {
  return (order.side as number) !== (order.position as number);
}

export const OrderKind = { limit: 0, market: 1, postOnly: 2, ioc: 3, fok: 4 } as const;
export type OrderKind = (typeof OrderKind)[keyof typeof OrderKind];

export const OrderState = { live: 1, partiallyFilled: 2, filled: 3, canceled: 4, closed: 5 } as const;
export type OrderState = (typeof OrderState)[keyof typeof OrderState];

/** Why an order, or an algo, ended. */
export const EndReason = {
  none: 0,
  filled: 1,
  user: 2,
  selfTrade: 3,
  /** What an IOC, FOK or market order could not fill. */
  immediateOrCancel: 4,
  postOnlyCross: 5,
  positionReduced: 6,
  positionClosed: 7,
  supersededByTpsl: 8,
  /** The parent's rest when its stop or take-profit fired. */
  tpslFired: 9,
  bankruptcyGuard: 10,
  liquidation: 11,
  /** Orders cancelled before a liquidation, to free their margin. */
  riskOrdersCanceled: 12,
  /** The other leg fired. */
  sibling: 13,
  marketHalted: 14,
  amendFailed: 15,
  /** The child was refused; the algo carries the code. */
  childRefused: 16,
  /** The parent ended without a fill. */
  parentEnded: 17,
  closePosition: 18,
} as const;
export type EndReason = (typeof EndReason)[keyof typeof EndReason];

export const AlgoKind = { conditional: 0, oco: 1, trigger: 2 } as const;
export type AlgoKind = (typeof AlgoKind)[keyof typeof AlgoKind];

export const AlgoState = {
  pause: 1,
  live: 2,
  partiallyEffective: 3,
  effective: 4,
  filled: 5,
  orderFailed: 6,
  canceled: 7,
} as const;
export type AlgoState = (typeof AlgoState)[keyof typeof AlgoState];

export const PriceSource = { last: 0, index: 1, mark: 2 } as const;
export type PriceSource = (typeof PriceSource)[keyof typeof PriceSource];

/** Which leg of an algo fired. */
export const ActualSide = { none: 0, takeProfit: 1, stopLoss: 2, trigger: 3 } as const;
export type ActualSide = (typeof ActualSide)[keyof typeof ActualSide];

/** In the place of an order price: a market order. */
export const marketPriceTicks = -1;

export const SelfTrade = { cancelMaker: 0, cancelTaker: 1, cancelBoth: 2 } as const;
export type SelfTrade = (typeof SelfTrade)[keyof typeof SelfTrade];

/** The specification's position status codes; 0 while nothing of the position was ever closed. */
export const PositionCode = {
  open: 0,
  partiallyClosed: 1,
  closed: 2,
  liquidated: 3,
  partiallyLiquidated: 4,
  deleveraged: 5,
} as const;
export type PositionCode = (typeof PositionCode)[keyof typeof PositionCode];

/** What may be done in a market at the moment. */
export const MarketState = {
  open: 0,
  /** By an operator, or for 10 s after the index came back. */
  closeOnly: 1,
  /** No valid index for 10 s: mark frozen, no liquidation, no mark or index trigger, no opening. */
  stale: 2,
  /** By an operator: cancels only. */
  halted: 3,
} as const;
export type MarketState = (typeof MarketState)[keyof typeof MarketState];

/** What sort of trade a fill was. */
export const TradeKind = { book: 0, liquidation: 1, fund: 2, netting: 3, takeover: 4, deleveraging: 5 } as const;
export type TradeKind = (typeof TradeKind)[keyof typeof TradeKind];

/** Whether the two met in the book: the tape, the candles and the last price are of such trades only. */
export function isBookTrade(kind: TradeKind): boolean {
  return kind === TradeKind.book || kind === TradeKind.liquidation || kind === TradeKind.fund;
}

/** Why money moved in a futures wallet (or, for users of the house, in the fund or the fees). */
export const CashReason = {
  transferIn: 1,
  transferOut: 2,
  fee: 3,
  realisedPnl: 4,
  /** Margin of an isolated position: posted (below zero) or released. */
  margin: 5,
  funding: 6,
  liquidation: 7,
  takeover: 8,
  deleveraging: 9,
  /** A user's shortfall of cash, covered from the margin of the position; or dust. */
  rounding: 10,
} as const;
export type CashReason = (typeof CashReason)[keyof typeof CashReason];

export const LiquidationStage = {
  ordersCanceled: 1,
  started: 2,
  netted: 3,
  reduced: 4,
  takenOver: 5,
  recovered: 6,
} as const;
export type LiquidationStage = (typeof LiquidationStage)[keyof typeof LiquidationStage];

export const CancelWhat = { orders: 0, algos: 1 } as const;
export type CancelWhat = (typeof CancelWhat)[keyof typeof CancelWhat];

/** Accounts of the house in this shard: no person has such an id. */
export const HouseUser = { fund: 0xffffff11, fees: 0xffffff12 } as const;
