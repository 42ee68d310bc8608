/**
 * The state of the model: plain lists of plain objects. Only what a rule names is kept.
 */
import type { InstrumentSettings, MarginMode, MarketState, PositionSide, Side } from '@pelican/shared/engine/perpetual';

export interface Legs {
  tpTriggerTicks: bigint;
  tpOrderTicks: bigint;
  tpTriggerBy: number;
  slTriggerTicks: bigint;
  slOrderTicks: bigint;
  slTriggerBy: number;
}

export interface Target {
  market: Market;
  mode: MarginMode;
  position: PositionSide;
}

export interface Order extends Legs, Target {
  id: bigint;
  user: number;
  side: Side;
  type: number;
  state: number;
  reason: number;
  selfTrade: number;
  algoId: bigint;
  attachedAlgoId: bigint;
  leverage: bigint;
  price: bigint;
  lots: bigint;
  filled: bigint;
  filledNotional: bigint;
  fee: bigint;
  pnl: bigint;
  freeze: bigint;
  acceptedMark: bigint;
  last: bigint;
  /** Place in its price's queue while it rests, else 0. */
  queue: number;
  createdMs: number;
}

export interface Algo extends Legs, Target {
  id: bigint;
  user: number;
  side: Side;
  type: number;
  state: number;
  reason: number;
  failCode: number;
  actualSide: number;
  parentId: bigint;
  childId: bigint;
  leverage: bigint;
  lots: bigint;
  actualLots: bigint;
  actualNotional: bigint;
  firedTicks: bigint;
  triggerTicks: bigint;
  triggerOrderTicks: bigint;
  triggerBy: number;
  triggersUp: boolean;
  hasEnded: boolean;
  createdMs: number;
}

export interface Position extends Target {
  id: bigint;
  user: number;
  leverage: bigint;
  lots: bigint;
  cost: bigint;
  margin: bigint;
  pnl: bigint;
  fees: bigint;
  funding: bigint;
  liquidationLoss: bigint;
  openedLots: bigint;
  openedNotional: bigint;
  closedLots: bigint;
  closedNotional: bigint;
  maxLots: bigint;
  code: number;
  isLiquidating: boolean;
  warned: number;
  openedMs: number;
  /** The value that the core reported last; the model checks only that it grows. */
  version: bigint;
}

export interface Account {
  user: number;
  cash: bigint;
  isLiquidating: boolean;
  isCloseOnly: boolean;
  warned: number;
  /** By market, mode and side; absent: 3. */
  leverages: Map<string, bigint>;
}

export interface Lot {
  id: bigint;
  market: Market;
  position: PositionSide;
  lots: bigint;
  cost: bigint;
  bankruptcy: bigint;
  takenMs: number;
  age: number;
}

export interface Market {
  id: number;
  settings: InstrumentSettings;
  unit: bigint;
  state: MarketState;
  index: bigint;
  mark: bigint;
  maxBuy: bigint;
  minSell: bigint;
  last: bigint;
  lastMs: number;
  /** Prices traded since the last-price triggers were looked at. */
  traded: bigint[];
  basis: { n: number; value: bigint }[];
  indexSecond: number;
  recoveredSecond: number;
  samples: bigint[];
  sampledMinute: number;
  lastRate: bigint;
  currentRate: bigint;
  currentTimeMs: number;
  nextRate: bigint;
  isLocked: boolean;
  tradeId: bigint;
}

/** An event in the fields of its record; numbers and bigints are compared by their digits. */
export type ModelEvent = { kind: number; user: number } & Record<string, unknown>;

export interface Refusal {
  code: number;
  required?: bigint;
  available?: bigint;
}

export interface World {
  timeMs: number;
  lastTick: number;
  lastTickMs: number;
  lastOrderId: bigint;
  lastAlgoId: bigint;
  lastPositionId: bigint;
  lastLotId: bigint;
  /** The newest lot that the desk has worked. */
  deskLotId: bigint;
  lastQueue: number;
  fees: bigint;
  netTransfers: bigint;
  settleAsset: number;
  /** By id. */
  markets: Market[];
  accounts: Account[];
  /** Oldest first; what ended in the newest command stays until the next. */
  positions: Position[];
  orders: Order[];
  algos: Algo[];
  lots: Lot[];
  fund: bigint;
  peaks: { hour: number; cash: bigint }[];
  clientKeys: Map<string, { id: bigint; content: string }>;
  transfers: Map<string, { code: number; content: string }>;
  events: ModelEvent[];
  /** Users whose cash or positions changed: who is looked at behind a command. */
  touched: Set<number>;
  tradedMarkets: Set<Market>;
}
