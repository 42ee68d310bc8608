/** The liquidation of a position with its own margin: tier by tier through the book, then over to the fund. */
import {
  AlgoState,
  CashReason,
  EndReason,
  LiquidationStage,
  PositionCode,
  PositionSide,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { bankruptcyTicks } from '@pelican/shared/perpetual/isolated.ts';
import { isReducible, lotsToLowerTier, takeover } from '@pelican/shared/perpetual/liquidation.ts';
import { finishAlgo } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { cancelOrdersOf } from '../orders/cancel.ts';
import { isAimedAt } from '../orders/orders.ts';
import { liquidationTaker, matchIoc } from '../orders/trade.ts';
import { accountOf } from '../positions/accounts.ts';
import type { Position } from '../state.ts';
import { ratioOf, tellStep } from './receipts.ts';
import { takeOver } from './takeover.ts';

/** Whether the mark has reached the position's liquidation price: exactly when its equity is not above its requirement. */
export function isAtLiquidation({ liquidationTicks, position, market }: Position): boolean {
  if (liquidationTicks === 0) return false;
  return position === PositionSide.long ? market.markTicks <= liquidationTicks : market.markTicks >= liquidationTicks;
}

/** One round: until the position is healthy, taken over, or the book has no more for it (again in the next tick). */
export function liquidateIsolated(changes: Changes, held: Position): void {
  if (!held.isLiquidating) start(changes, held);
  const { instrument, markTicks } = held.market;
  while (isReducible(instrument, { ...held, markTicks })) {
    const wanted = lotsToLowerTier(instrument, held.lots);
    const filled = reduce(changes, held, wanted);
    if (!isAtLiquidation(held)) {
      recover(changes, held);
      return;
    }
    if (filled < wanted && isReducible(instrument, { ...held, markTicks })) return;
  }
  takeOver(changes, held, takeover(instrument, held), ratioOf(changes, held));
}

/** Ends the state of liquidation of a position that is healthy again. */
export function recover(changes: Changes, held: Position): void {
  held.isLiquidating = false;
  changes.touchPosition(held);
  tellStep(changes, LiquidationStage.recovered, held, ratioOf(changes, held));
}

function start(changes: Changes, held: Position): void {
  held.isLiquidating = true;
  changes.touchPosition(held);
  tellStep(changes, LiquidationStage.started, held, ratioOf(changes, held));
  cancelOrdersOf(changes, held, EndReason.liquidation);
  for (const algo of [...accountOf(changes.shard, held.user).algos.values()])
    if (isAimedAt(algo, held)) finishAlgo(changes, algo, AlgoState.canceled, EndReason.liquidation);
}

/** Sells (buys) in the owner's name at the bankruptcy price or better; returns the lots that found a buyer. */
function reduce(changes: Changes, held: Position, lots: number): number {
  const ratio4 = ratioOf(changes, held);
  const limitTicks = bankruptcyTicks(held.market.instrument, held);
  const order = { lots, limitTicks, code: PositionCode.partiallyLiquidated, reason: CashReason.liquidation };
  const fills = matchIoc(changes, liquidationTaker(changes, held, { ...order, keepsMargin: true }));
  if (fills.lots === 0) return 0;
  noteLoss(held, fills);
  const { pnl, fee } = fills;
  tellStep(changes, LiquidationStage.reduced, held, ratio4, {
    bankruptcyTicks: limitTicks,
    lots: fills.lots,
    pnl,
    fee,
  });
  return fills.lots;
}

/** A step of a liquidation cost its owner so much. */
export function noteLoss(held: Position, { pnl, fee }: { pnl: bigint; fee: bigint }): void {
  if (fee > pnl) held.liquidationLoss += fee - pnl;
}
