/** Which fields of the shard's objects a snapshot holds, and as what: the compiler sees to it that none is forgotten. */
import type { SnapshotReader, SnapshotWriter } from '../kernel/snapshot-bytes.ts';
import type { FundLot } from './fund.ts';
import { type Money, moneyOf } from './money.ts';
import { clientIdOf, type Origin, originOf, sourceOf } from './orders/origin.ts';
import type { FundingWalk, PositionWalk, RankingWalk, WarningWalk } from './pending-work.ts';
import type { Account, Algo, Funding, Legs, Market, Order, Position } from './state.ts';

/** `elsewhere`: a field that is derived, or that the snapshot holds in a list of its own. */
type Width<Value> = bigint extends Value
  ? 'money'
  : Value extends boolean
    ? 'flag'
    : Value extends number
      ? 'number'
      : Value extends string
        ? 'text'
        : Value extends Market
          ? 'market'
          : Value extends Int32Array
            ? 'origin'
            : 'elsewhere';

export type Shape<Content> = { readonly [Name in keyof Content]-?: Width<Content[Name]> | 'elsewhere' };

const legs: Shape<Legs> = {
  tpTriggerTicks: 'number',
  tpOrderTicks: 'number',
  tpTriggerBy: 'number',
  slTriggerTicks: 'number',
  slOrderTicks: 'number',
  slTriggerBy: 'number',
};

export const orderShape: Shape<Order> = {
  id: 'number',
  user: 'number',
  market: 'market',
  mode: 'number',
  side: 'number',
  position: 'number',
  type: 'number',
  state: 'number',
  reason: 'number',
  selfTrade: 'number',
  algoId: 'number',
  attachedAlgoId: 'number',
  leverage: 'number',
  priceTicks: 'number',
  lots: 'number',
  filledLots: 'number',
  filledNotional: 'money',
  fee: 'money',
  pnl: 'money',
  freeze: 'money',
  acceptedMarkTicks: 'number',
  lastTicks: 'number',
  isResting: 'flag',
  account: 'elsewhere',
  level: 'elsewhere',
  previous: 'elsewhere',
  next: 'elsewhere',
  seat: 'elsewhere',
  older: 'elsewhere',
  newer: 'elsewhere',
  isTouched: 'elsewhere',
  createdMs: 'number',
  updatedMs: 'number',
  origin: 'origin',
  ...legs,
};

export const algoShape: Shape<Algo> = {
  id: 'number',
  user: 'number',
  market: 'market',
  mode: 'number',
  side: 'number',
  position: 'number',
  type: 'number',
  state: 'number',
  reason: 'number',
  failCode: 'number',
  actualSide: 'number',
  parentOrderId: 'number',
  childOrderId: 'number',
  leverage: 'number',
  lots: 'number',
  actualLots: 'number',
  actualNotional: 'money',
  firedTicks: 'number',
  triggerTicks: 'number',
  triggerOrderTicks: 'number',
  triggerBy: 'number',
  triggersUp: 'flag',
  isTouched: 'elsewhere',
  createdMs: 'number',
  updatedMs: 'number',
  clientId: 'text',
  source: 'text',
  ...legs,
};

export const positionShape: Shape<Position> = {
  id: 'number',
  user: 'number',
  market: 'market',
  mode: 'number',
  position: 'number',
  leverage: 'number',
  lots: 'number',
  cost: 'money',
  margin: 'money',
  pnl: 'money',
  fees: 'money',
  funding: 'money',
  liquidationLoss: 'money',
  openedLots: 'number',
  openedNotional: 'money',
  closedLots: 'number',
  closedNotional: 'money',
  maxLots: 'number',
  code: 'number',
  isLiquidating: 'flag',
  adlRank: 'number',
  version: 'number',
  liquidationTicks: 'number',
  warned: 'number',
  account: 'elsewhere',
  isTouched: 'elsewhere',
  watch: 'elsewhere',
  isUnwatched: 'elsewhere',
  fundings: 'number',
  openedMs: 'number',
  updatedMs: 'number',
};

export const accountShape: Shape<Account> = {
  user: 'number',
  cash: 'money',
  crossFreeze: 'money',
  isolatedFreeze: 'money',
  isLiquidating: 'flag',
  isCloseOnly: 'flag',
  warned: 'number',
  positions: 'elsewhere',
  crossPositions: 'elsewhere',
  seats: 'elsewhere',
  isTouched: 'elsewhere',
  isAtRisk: 'elsewhere',
  watches: 'elsewhere',
  isUnwatched: 'elsewhere',
  orders: 'elsewhere',
  algos: 'elsewhere',
  leverages: 'elsewhere',
};

export const fundLotShape: Shape<FundLot> = {
  id: 'number',
  market: 'market',
  position: 'number',
  lots: 'number',
  cost: 'money',
  bankruptcyTicks: 'number',
  takenMs: 'number',
  age: 'number',
  isTouched: 'elsewhere',
};

export const fundingShape: Shape<Funding> = {
  samples: 'elsewhere',
  lastSampleMinute: 'number',
  lastRate: 'number',
  currentRate: 'number',
  currentTimeMs: 'number',
  nextRate: 'number',
  isLocked: 'flag',
  count: 'number',
};

export const marketShape: Shape<Market> = {
  id: 'elsewhere',
  settings: 'elsewhere',
  instrument: 'elsewhere',
  unit: 'elsewhere',
  book: 'elsewhere',
  state: 'number',
  indexTicks: 'number',
  markTicks: 'number',
  maxBuyTicks: 'number',
  minSellTicks: 'number',
  lastTicks: 'number',
  lastTradeMs: 'number',
  tradedLowTicks: 'number',
  tradedHighTicks: 'number',
  basis: 'elsewhere',
  indexTick: 'number',
  recoveredTick: 'number',
  funding: 'elsewhere',
  openInterestLots: 'number',
  lastTradeId: 'number',
  positions: 'elsewhere',
  fundLots: 'elsewhere',
  fundingWalk: 'elsewhere',
  warningWalk: 'elsewhere',
  rankingWalk: 'elsewhere',
  falls: 'elsewhere',
  rises: 'elsewhere',
  algos: 'elsewhere',
  firings: 'elsewhere',
  resendCursor: 'elsewhere',
  pausingCursor: 'elsewhere',
  trustDependent: 'elsewhere',
};

const walkShape: Shape<PositionWalk> = { cursor: 'number', lastPositionId: 'number', rest: 'elsewhere' };

export const fundingWalkShape: Shape<FundingWalk> = {
  ...walkShape,
  rate: 'number',
  markTicks: 'number',
  timeMs: 'number',
  isPaying: 'flag',
  paid: 'money',
  received: 'money',
  due: 'money',
  lotsDue: 'money',
  pool: 'money',
};

export const warningWalkShape: Shape<WarningWalk> = { ...walkShape, minutes: 'number', timeMs: 'number' };

export const rankingWalkShape: Shape<RankingWalk> = {
  ...walkShape,
  isRanking: 'flag',
  longScores: 'elsewhere',
  shortScores: 'elsewhere',
  longLimits: 'elsewhere',
  shortLimits: 'elsewhere',
};

export function writeShape<Content extends object>(
  writer: SnapshotWriter,
  shape: Shape<Content>,
  content: Content,
): void {
  for (const [name, width] of Object.entries(shape)) {
    const value: unknown = content[name as keyof Content];
    if (width === 'number' || width === 'flag') writer.number(Number(value));
    else if (width === 'money') writer.money(BigInt(value as Money));
    else if (width === 'text') writer.text(value as string);
    else if (width === 'market') writer.number((value as Market).id);
    else if (width === 'origin') {
      writer.text(clientIdOf(value as Origin));
      writer.text(sourceOf(value as Origin));
    }
  }
}

/** The fields that the shape names; the caller adds those that stand elsewhere. */
export function readShape<Content extends object>(
  reader: SnapshotReader,
  shape: Shape<Content>,
  markets: ReadonlyMap<number, Market>,
): Content {
  const content: Record<string, unknown> = {};
  for (const [name, width] of Object.entries(shape)) {
    if (width === 'number') content[name] = reader.number();
    else if (width === 'flag') content[name] = reader.number() === 1;
    else if (width === 'money') content[name] = moneyOf(reader.money());
    else if (width === 'text') content[name] = reader.text();
    else if (width === 'market') content[name] = markets.get(reader.number());
    else if (width === 'origin') content[name] = originOf(reader.text(), reader.text());
  }
  return content as Content;
}
