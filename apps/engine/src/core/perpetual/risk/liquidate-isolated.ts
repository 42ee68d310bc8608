/** The liquidation of a position with its own margin: tier by tier through the book, then over to the fund. */
import { AlgoState, EndReason, LiquidationStage, PositionCode, PositionSide } from '@pelican/shared/engine/perpetual';
import { bankruptcyTicks, isReducible, lotsToLowerTier, takeover } from '@pelican/shared/perpetual';
import { finishAlgo } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { add, type Money, subtract } from '../money.ts';
import { cancelOrdersOf } from '../orders/cancel.ts';
import { isAimedAt } from '../orders/orders.ts';
import { LiquidationTaker, matchIoc } from '../orders/trade.ts';
import { exactOf } from '../positions/accounts.ts';
import type { Position } from '../state.ts';
import { ratioOf, writeStep } from './receipts.ts';
import { takeOver } from './takeover.ts';

/** Whether the mark has reached the position's liquidation price: exactly when its equity is not above its requirement. */
export function isAtLiquidation({ liquidationTicks, position, market }: Position): boolean {
  if (liquidationTicks === 0) return false;
  return position === PositionSide.long ? market.markTicks <= liquidationTicks : market.markTicks >= liquidationTicks;
}

/** One round: until the position is healthy, taken over, or the book has no more for it (again in the next tick). */
export function liquidateIsolated(changes: Changes, held: Position): void {
  if (!held.isLiquidating) start(changes, held);
  const { instrument } = held.market;
  while (isReducible(instrument, exactOf(held))) {
    const wanted = lotsToLowerTier(instrument, held.lots);
    const filled = reduce(changes, held, wanted);
    if (!isAtLiquidation(held)) {
      recover(changes, held);
      return;
    }
    if (filled < wanted && isReducible(instrument, exactOf(held))) return;
  }
  takeOver(changes, held, takeover(instrument, exactOf(held)), ratioOf(changes, held));
}

/** Ends the state of liquidation of a position that is healthy again. */
export function recover(changes: Changes, held: Position): void {
  held.isLiquidating = false;
  changes.touchPosition(held);
  writeStep(changes, LiquidationStage.recovered, held, ratioOf(changes, held));
}

function start(changes: Changes, held: Position): void {
  held.isLiquidating = true;
  changes.touchPosition(held);
  writeStep(changes, LiquidationStage.started, held, ratioOf(changes, held));
  cancelOrdersOf(changes, held, EndReason.liquidation);
  for (const algo of [...held.account.algos.values()])
    if (isAimedAt(algo, held)) finishAlgo(changes, algo, AlgoState.canceled, EndReason.liquidation);
}

/** Sells (buys) in the owner's name at the bankruptcy price or better; returns the lots that found a buyer. */
function reduce(changes: Changes, held: Position, lots: number): number {
  const ratio4 = ratioOf(changes, held);
  const limitTicks = bankruptcyTicks(held.market.instrument, exactOf(held));
  const order = { lots, limitTicks, code: PositionCode.partiallyLiquidated, keepsMargin: true };
  const taker = new LiquidationTaker(held, order);
  matchIoc(changes, taker);
  const { filledLots, pnl, fee } = taker;
  if (filledLots === 0) return 0;
  noteLoss(held, pnl, fee);
  writeStep(changes, LiquidationStage.reduced, held, ratio4, {
    bankruptcyTicks: limitTicks,
    lots: filledLots,
    pnl,
    fee,
  });
  return filledLots;
}

/** A step of a liquidation cost its owner so much. */
export function noteLoss(held: Position, pnl: Money, fee: Money): void {
  if (fee > pnl) held.liquidationLoss = add(held.liquidationLoss, subtract(fee, pnl));
}
