/**
 * The state of the perpetual shard: plain objects of stable shapes, and maps in insertion order. Money is in 10^-8 USDT
 * (see money.ts), prices are in ticks and sizes in lots, so a notional is exact.
 *
 * The objects are a graph: a market has a book of orders, algos and positions; an account has a seat in each market that it uses, with its
 * position and orders there; orders and positions refer back to both (docs/decisions/0069).
 */

import { objectIdBase } from '@pelican/shared/engine';
import type {
  ActualSide,
  AlgoKind,
  AlgoState,
  AssetSettings,
  EndReason,
  InstrumentSettings,
  MarginMode,
  MarketState,
  OrderKind,
  OrderState,
  PositionCode,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import type { Instrument } from '@pelican/shared/perpetual';
import { MadeKind } from '../kernel/client-keys.ts';
import { ShardState } from '../kernel/shard-state.ts';
import type { MarketAlgos } from './algos/market-algos.ts';
import type { Book, Level } from './book.ts';
import { Changes } from './changes.ts';
import type { Fund, FundLot } from './fund.ts';
import type { Money } from './money.ts';
import type { AccountOrders } from './orders/account-orders.ts';
import { OrderPool } from './orders/order-pool.ts';
import { type Origin, originWords } from './orders/origin.ts';
import type { Deleveraging, Firing, FundingWalk, RankingWalk, Turn, WarningWalk } from './pending-work.ts';
import type { HeapNode, TickHeap } from './tick-heap.ts';

/** A take-profit and a stop-loss; trigger 0: no such leg; order price -1: market. */
export interface Legs {
  tpTriggerTicks: number;
  tpOrderTicks: number;
  tpTriggerBy: PriceSource;
  slTriggerTicks: number;
  slOrderTicks: number;
  slTriggerBy: PriceSource;
}

export interface Order extends Legs {
  id: number;
  user: number;
  account: Account;
  market: Market;
  mode: MarginMode;
  side: Side;
  position: PositionSide;
  type: OrderKind;
  state: OrderState;
  reason: EndReason;
  selfTrade: SelfTrade;
  algoId: number;
  attachedAlgoId: number;
  leverage: number;
  priceTicks: number;
  lots: number;
  filledLots: number;
  filledNotional: Money;
  fee: Money;
  pnl: Money;
  /** What its rest freezes; 0 for a closing order. */
  freeze: Money;
  /** Mark price at its acceptance, under which its freeze was computed. */
  acceptedMarkTicks: number;
  lastTicks: number;
  isResting: boolean;
  createdMs: number;
  updatedMs: number;
  origin: Origin;
  /** What its account has in its market. */
  seat: Seat;
  /** While it rests: its price's queue, and its neighbours there. */
  level: Level | undefined;
  previous: Order | undefined;
  next: Order | undefined;
  /** While it is live: its neighbours among its account's orders. */
  older: Order | undefined;
  newer: Order | undefined;
  /** The command at work changed it: its record is to be written. */
  isTouched: boolean;
}

export interface Algo extends Legs {
  id: number;
  user: number;
  market: Market;
  mode: MarginMode;
  side: Side;
  position: PositionSide;
  type: AlgoKind;
  state: AlgoState;
  reason: EndReason;
  failCode: number;
  actualSide: ActualSide;
  parentOrderId: number;
  childOrderId: number;
  leverage: number;
  lots: number;
  actualLots: number;
  actualNotional: Money;
  firedTicks: number;
  triggerTicks: number;
  triggerOrderTicks: number;
  triggerBy: PriceSource;
  triggersUp: boolean;
  createdMs: number;
  updatedMs: number;
  clientId: string;
  source: string;
  isTouched: boolean;
}

/** What is evaluated as one: an isolated position, or the cross account of a user. */
export type Subject = Position | Account;

/** The interval of a market's marks in which an isolated position, or a cross account, need not be looked at. */
export interface Watch {
  subject: Subject;
  market: Market;
  /** Undefined before it is first placed; in no heap once the mark has reached it. */
  fall: HeapNode<Watch> | undefined;
  rise: HeapNode<Watch> | undefined;
}

/** What a user has in one market: a seat on it, as in the spot core. */
export interface Seat {
  /** Open positions, by `positionSlot`. */
  positions: (Position | undefined)[];
  /** Resting orders, and live algos. */
  orderCount: number;
  algoCount: number;
  /** Rests of the resting orders, in lots, by `restsSlot`. */
  lots: number[];
}

/** One position of (user, market, mode, side) from its first fill to its last. */
export interface Position {
  id: number;
  user: number;
  account: Account;
  market: Market;
  mode: MarginMode;
  position: PositionSide;
  leverage: number;
  lots: number;
  /** Entry cost C: exact sum of the open notional. */
  cost: Money;
  /** M of an isolated position. */
  margin: Money;
  pnl: Money;
  fees: Money;
  /** Paid; below zero: received. */
  funding: Money;
  liquidationLoss: Money;
  openedLots: number;
  openedNotional: Money;
  closedLots: number;
  closedNotional: Money;
  maxLots: number;
  code: PositionCode;
  isLiquidating: boolean;
  /** 1 to 5: its fifth of the queue for deleveraging; 0 before it is ranked. */
  adlRank: number;
  version: number;
  /** Derived, isolated only: the first mark at which it is liquidated; 0 for none. See `renewLiquidation`. */
  liquidationTicks: number;
  /** The last risk warning (300, 150; 0 for none): each level is sent once until the ratio recovers. */
  warned: number;
  openedMs: number;
  updatedMs: number;
  isTouched: boolean;
  /** Fundings of its market that it has had its part in, or that began before it. */
  fundings: number;
  /** Isolated: see risk/watches.ts. */
  watch: Watch | undefined;
  isUnwatched: boolean;
}

export interface Account {
  user: number;
  /** B: cash not posted to isolated positions. */
  cash: Money;
  crossFreeze: Money;
  isolatedFreeze: Money;
  /** The cross account is being liquidated. */
  isLiquidating: boolean;
  /** Set by an operator: opening is refused. */
  isCloseOnly: boolean;
  warned: number;
  /** Open positions, by `positionKey`. */
  positions: Map<number, Position>;
  /** The positions of cross margin, oldest first. */
  crossPositions: Position[];
  /** By market. */
  seats: Map<number, Seat>;
  /** Live orders, and algos by id, oldest first. */
  orders: AccountOrders;
  algos: Map<number, Algo>;
  /** Set leverages by `leverageKey`; absent: the default of 3. */
  leverages: Map<number, number>;
  isTouched: boolean;
  /** The command at work changed its cash, margin or positions: it may have to be liquidated. */
  isAtRisk: boolean;
  /** See risk/watches.ts. */
  watches: Watch[];
  isUnwatched: boolean;
}

export interface Funding {
  /** Premium samples of whole minutes, oldest first, at most 480: rate 10^-8. */
  samples: number[];
  lastSampleMinute: number;
  /** The rate of the last settlement, which P1 of the mark price uses. */
  lastRate: number;
  currentRate: number;
  currentTimeMs: number;
  nextRate: number;
  isLocked: boolean;
  /** How many have begun. */
  count: number;
}

export interface Market {
  id: number;
  settings: InstrumentSettings;
  /** The same in the shape that the formulas take. */
  instrument: Instrument;
  /** The instrument's unit for `notionalOf`. */
  unit: number;
  book: Book;
  /** What an operator set, or the index does: the strictest of both holds. */
  state: MarketState;
  indexTicks: number;
  markTicks: number;
  maxBuyTicks: number;
  minSellTicks: number;
  lastTicks: number;
  lastTradeMs: number;
  /** Lowest and highest trade price of the command at work, 0 for none: what last-price triggers look at. */
  tradedLowTicks: number;
  tradedHighTicks: number;
  /** (mid - index) of each tick with a valid mid, newest last: 10^-8 of price; at most 300 s. */
  basis: { n: number; value: bigint }[];
  /** The tick of the last valid index, 0 before the first; and of its return after it was stale. */
  indexTick: number;
  recoveredTick: number;
  funding: Funding;
  openInterestLots: number;
  lastTradeId: number;
  /** Open positions by id, oldest first. */
  positions: Map<number, Position>;
  /** The fund's lots in it by side, each by id, oldest first. */
  fundLots: Record<PositionSide, Map<number, FundLot>>;
  /** Walks that are pending. */
  fundingWalk: FundingWalk | undefined;
  warningWalk: WarningWalk | undefined;
  rankingWalk: RankingWalk | undefined;
  /** Marks at which a position or account has to be looked at: those that it falls to, negated, and that it rises to. */
  falls: TickHeap<Watch>;
  rises: TickHeap<Watch>;
  /** Its algos that have not ended. */
  algos: MarketAlgos;
  /** Prices whose triggers are being fired. */
  firings: Firing[];
  /** The newest fired algo that was sent again; -1 when the tick's round is over. */
  resendCursor: number;
  /** The newest algo that was paused or resumed by the market's present state; -1 when all were. */
  pausingCursor: number;
  /** Cross accounts whose intervals end when the mark becomes trusted, or is no longer. */
  trustDependent: Set<Account>;
}

export class PerpetualShard extends ShardState {
  /** The newest tick's n. */
  lastTick = 0;
  /** The journal's time when it came. */
  lastTickMs = 0;
  lastOrderId = objectIdBase(this.shardId);
  lastAlgoId = objectIdBase(this.shardId);
  lastPositionId = objectIdBase(this.shardId);
  lastLotId = objectIdBase(this.shardId);
  /** Fees of all trades, and transfers in minus out over all accounts. */
  fees: Money = 0;
  netTransfers: Money = 0;
  settleAsset: AssetSettings | undefined;
  /** By id, in order of ids. */
  readonly markets = new Map<number, Market>();
  readonly accounts = new Map<number, Account>();
  /** Live ones only. */
  readonly orders = new Map<number, Order>();
  readonly orderPool = new OrderPool();
  /** The origin of the current command. */
  readonly origin: Origin = new Int32Array(originWords);
  readonly algos = new Map<number, Algo>();
  readonly positions = new Map<number, Position>();
  readonly fund: Fund = { cash: 0, lots: new Map(), peaks: [] };
  /** Liquidations and fund lots that are left to further commands. */
  turns: Turn[] = [];
  lotQueue: number[] = [];
  /** The market at which a command's budget for resending ended; 0 when it was enough for all. */
  resentMarket = 0;
  /** The newest lot that the desk has worked. */
  deskLotId = 0;
  readonly deleveraging: Deleveraging = { lots: new Set(), queues: [] };
  /** Markets whose funding is being settled. */
  openFundings = 0;
  /** Without an interval; evaluated in the next round. */
  unwatched: Subject[] = [];
  /** Still to be evaluated in this round, the next one last. */
  toEvaluate: Subject[] = [];
  readonly changes = new Changes(this);

  isOpen(id: number, kind: MadeKind): boolean {
    return kind === MadeKind.order ? this.orders.has(id) : this.algos.has(id);
  }
}

export function positionKey(marketId: number, mode: MarginMode, position: PositionSide): number {
  return marketId * 4 + positionSlot(mode, position);
}

/** The place in `Seat.positions` of a position. */
export function positionSlot(mode: MarginMode, position: PositionSide): number {
  return mode * 2 + position;
}
