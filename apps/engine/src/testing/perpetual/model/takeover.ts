import {
  CashReason,
  HouseUser,
  LiquidationStage,
  MarginMode,
  PositionCode,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { closeFill, endPosition } from './fills.ts';
import { emitOffBook, emitStep } from './liquidation-events.ts';
import { takerRate, tierOf, tiersOf } from './margin.ts';
import { type Fills, match } from './orders.ts';
import type { Lot, Position, World } from './state.ts';
import { direction, moveCash, moveFund, notional } from './world.ts';

export function closingSide(position: PositionSide): Side {
  return position === PositionSide.long ? Side.sell : Side.buy;
}

/** Lots above the next lower tier; 0 in the lowest. */
export function excessOfTier({ market, lots }: Position): bigint {
  const { index } = tierOf(market, lots);
  return index === 0 ? 0n : lots - (tiersOf(market)[index - 1]?.maxLots ?? 0n);
}

export function sellInUsersName(world: World, held: Position, lots: bigint, limit: bigint, isStep: boolean): Fills {
  const { market, user } = held;
  return match(world, {
    market,
    user,
    side: closingSide(held.position),
    lots,
    limit,
    selfTrade: SelfTrade.cancelMaker,
    kind: TradeKind.liquidation,
    orderId: 0n,
    fill: (filled, ticks) =>
      closeFill(world, held, {
        lots: filled,
        ticks,
        rate: takerRate(market),
        orderId: 0n,
        isForced: true,
        code: PositionCode.partiallyLiquidated,
        reason: CashReason.liquidation,
        isStep,
      }),
  });
}

export function emitReduced(
  world: World,
  held: Position,
  { lots, pnl, fee }: Fills,
  limit: bigint,
  ratio: bigint,
): void {
  if (lots === 0n) return;
  if (fee > pnl) held.liquidationLoss += fee - pnl;
  emitStep(world, LiquidationStage.reduced, held, ratio, { bankruptcyTicks: limit, lots, pnl, fee });
}

interface Terms {
  ticks: bigint;
  worth: bigint;
  /** What the owner realises. */
  realised: bigint;
  fundDelta: bigint;
}

/** The fund takes the position at its bankruptcy price: the owner loses exactly `margin`, the fund gets what it leaves. */
export function takeoverTerms(held: Position, ticks: bigint, margin: bigint): Terms {
  const worth = notional(held.market, ticks, held.lots);
  const fundDelta = margin + direction(held.position) * (worth - held.cost);
  return { ticks, worth, realised: -margin, fundDelta };
}

export function takeOver(
  world: World,
  held: Position,
  { ticks, worth, realised, fundDelta }: Terms,
  ratio: bigint,
): void {
  const { user, market, lots, position, id: positionId } = held;
  const pnl = direction(position) * (worth - held.cost);
  const about = { market: market.id, positionId };
  emitStep(world, LiquidationStage.takenOver, held, ratio, {
    bankruptcyTicks: ticks,
    lots,
    pnl,
    fee: fundDelta,
    fundDelta,
  });
  if (held.mode === MarginMode.isolated) moveCash(world, user, held.margin, CashReason.margin, about);
  moveCash(world, user, realised, CashReason.takeover, about);
  moveFund(world, fundDelta, CashReason.takeover, market.id);
  world.lastLotId += 1n;
  const lot: Lot = {
    id: world.lastLotId,
    market,
    position,
    lots,
    cost: worth,
    bankruptcy: ticks,
    takenMs: world.timeMs,
    age: 0,
  };
  world.lots.push(lot);
  held.pnl += pnl;
  held.fees += fundDelta;
  held.liquidationLoss -= realised;
  held.closedLots += lots;
  held.closedNotional += worth;
  held.code = PositionCode.liquidated;
  held.lots = 0n;
  held.cost = 0n;
  held.margin = 0n;
  world.touched.add(user);
  endPosition(world, held);
  const owner = { user, positionId, pnl };
  const fund = { user: HouseUser.fund, positionId: 0n, pnl: 0n };
  emitOffBook(world, TradeKind.takeover, market, { takerSide: closingSide(position), ticks, lots }, owner, fund);
}
