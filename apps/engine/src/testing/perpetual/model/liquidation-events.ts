/** What a liquidation reports. */
import {
  EventKind,
  type LiquidationStage,
  MarginMode,
  PositionSide,
  type Side,
  type TradeKind,
} from '@pelican/shared/engine/perpetual';
import type { Market, Position, World } from './state.ts';

import { crossLegs, emit } from './world.ts';

interface Step {
  bankruptcyTicks?: bigint;
  lots?: bigint;
  pnl?: bigint;
  fee?: bigint;
  fundDelta?: bigint;
}

export function emitStep(world: World, stage: LiquidationStage, held: Position, ratio: bigint, step: Step = {}): void {
  const { user, market, mode, position, id: positionId } = held;
  report(world, stage, user, market, ratio, step, { mode, position, positionId });
}

/** Records a step about a whole account; the market is that of its first leg. */
export function emitAccount(world: World, stage: LiquidationStage, user: number, ratio: bigint): void {
  const [leg] = crossLegs(world, user);
  if (!leg) return;
  report(
    world,
    stage,
    user,
    leg.market,
    ratio,
    {},
    { mode: MarginMode.cross, position: PositionSide.long, positionId: 0n },
  );
}

function report(
  world: World,
  stage: LiquidationStage,
  user: number,
  market: Market,
  ratio: bigint,
  { bankruptcyTicks = 0n, lots = 0n, pnl = 0n, fee = 0n, fundDelta = 0n }: Step,
  about: { mode: MarginMode; position: PositionSide; positionId: bigint },
): void {
  const prices = { markTicks: market.mark, indexTicks: market.index, ratio };
  emit(world, EventKind.liquidationStep, user, {
    stage,
    market: market.id,
    ...about,
    ...prices,
    bankruptcyTicks,
    lots,
    pnl,
    fee,
    fundDelta,
  });
}

/** A trade that met no book. */
export function emitOffBook(
  world: World,
  kind: TradeKind,
  market: Market,
  terms: { takerSide: Side; ticks: bigint; lots: bigint },
  taker: { user: number; positionId: bigint; pnl: bigint },
  maker: { user: number; positionId: bigint; pnl: bigint },
): void {
  market.tradeId += 1n;
  emit(world, EventKind.traded, taker.user, {
    market: market.id,
    tradeKind: kind,
    takerSide: terms.takerSide,
    takerUser: taker.user,
    makerUser: maker.user,
    tradeId: market.tradeId,
    takerOrderId: 0n,
    makerOrderId: 0n,
    takerPositionId: taker.positionId,
    makerPositionId: maker.positionId,
    priceTicks: terms.ticks,
    lots: terms.lots,
    takerFee: 0n,
    makerFee: 0n,
    takerPnl: taker.pnl,
    makerPnl: maker.pnl,
  });
}
