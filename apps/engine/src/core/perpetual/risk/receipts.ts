/** The events of a liquidation, step by step, and of trades outside the book. */
import {
  type LiquidationStage,
  liquidationStep,
  MarginMode,
  PositionSide,
  type Side,
  type TradeKind,
} from '@pelican/shared/engine/perpetual';
import { isolatedEquity, marginRatio4, requirement8 } from '@pelican/shared/perpetual';
import { writeTrade } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import type { Money } from '../money.ts';
import { exactOf, figuresOf } from '../positions/accounts.ts';
import type { Account, Market, Position } from '../state.ts';

export interface StepFigures {
  bankruptcyTicks?: number;
  lots?: number;
  pnl?: Money;
  fee?: Money;
  fundDelta?: Money;
}

/** A step about one position, isolated or a leg of a cross account. `ratio4`: of before the step. */
export function writeStep(
  changes: Changes,
  stage: LiquidationStage,
  held: Position,
  ratio4: bigint | null,
  figures: StepFigures = {},
): void {
  const { user, market, mode, position, id } = held;
  write(changes, stage, user, market, ratio4, figures, { mode, position, positionId: id });
}

/** A step about a whole cross account; the market is that of its first leg. */
export function writeAccountStep(
  changes: Changes,
  stage: LiquidationStage,
  account: Account,
  leg: Position,
  ratio4: bigint | null,
): void {
  const about = { mode: MarginMode.cross, position: PositionSide.long, positionId: 0 };
  write(changes, stage, account.user, leg.market, ratio4, {}, about);
}

function write(
  changes: Changes,
  stage: LiquidationStage,
  user: number,
  market: Market,
  ratio4: bigint | null,
  { bankruptcyTicks = 0, lots = 0, pnl = 0, fee = 0, fundDelta = 0 }: StepFigures,
  about: { mode: MarginMode; position: PositionSide; positionId: number },
): void {
  changes.emit(liquidationStep, user, {
    stage,
    market: market.id,
    ...about,
    markTicks: market.markTicks,
    indexTicks: market.indexTicks,
    ratio: Number(ratio4 ?? 0n),
    bankruptcyTicks,
    lots,
    pnl,
    fee,
    fundDelta,
  });
}

/** Equity over requirement of the position, or of the account behind a cross one, in 10^-4. */
export function ratioOf(changes: Changes, held: Position): bigint | null {
  const { instrument, markTicks } = held.market;
  if (held.mode === MarginMode.isolated)
    return marginRatio4(isolatedEquity(instrument, exactOf(held)), requirement8(instrument, held.lots, markTicks));
  return figuresOf(changes.shard.accounts.get(held.user) as Account).ratio4;
}

/** One side of a trade outside the book. */
export interface OffBookSide {
  user: number;
  positionId: number;
  pnl: Money;
}

/** A trade that was arranged: a netting, a takeover, a deleveraging. It is not on the tape and bears no fee. */
export function writeOffBookTrade(
  changes: Changes,
  tradeKind: TradeKind,
  market: Market,
  terms: { takerSide: Side; ticks: number; lots: number },
  taker: OffBookSide,
  maker: OffBookSide,
): void {
  writeTrade(
    changes.shard.events,
    market,
    { tradeKind, ...terms },
    { ...taker, orderId: 0, fee: 0 },
    { ...maker, orderId: 0, fee: 0 },
  );
}
