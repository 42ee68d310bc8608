/**
 * The liquidation of a cross account: hedges first, then leg by leg through the book, then all that is left to the fund.
 * Only legs with a trusted mark are closed; the others stay, and the account with them in liquidation, until theirs is.
 */
import {
  CashReason,
  EndReason,
  LiquidationStage,
  PositionCode,
  PositionSide,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { crossTakeover, lotsToLowerTier, lowestRequirement8, rateOne, sumOf } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { cancelClosingOrders, cancelOpeningOrders } from '../orders/cancel.ts';
import { LiquidationTaker, matchIoc } from '../orders/trade.ts';
import { figuresOf } from '../positions/accounts.ts';
import { applyCloseFill } from '../positions/positions.ts';
import type { Account, Position } from '../state.ts';
import { crossPositionsOf, isCrossLiquidatable, needsItsFreezes, trustedLegsOf, weighCross } from './exposure.ts';
import { noteLoss } from './liquidate-isolated.ts';
import { isMarkTrusted } from './market-state.ts';
import { writeAccountStep, writeOffBookTrade, writeStep } from './receipts.ts';
import { takeOver } from './takeover.ts';

/** Before a liquidation: an account that would be liquidated without what its cross orders freeze loses its opening orders. */
export function cancelOrdersAtRisk(changes: Changes, account: Account): void {
  const weight = weighCross(account);
  if (weight.requirement8 === 0n || !needsItsFreezes(account, weight)) return;
  cancelOpening(changes, account, weight.ratio4);
}

function cancelOpening(changes: Changes, account: Account, ratio4: bigint | null): void {
  const [leg] = crossPositionsOf(account);
  if (!leg || cancelOpeningOrders(changes, account, EndReason.riskOrdersCanceled) === 0) return;
  writeAccountStep(changes, LiquidationStage.ordersCanceled, account, leg, ratio4);
}

/**
 * One round: until the account is healthy, all is taken over, or the book has no more for it (again in the next tick). It
 * does not begin while no leg may be closed.
 */
export function liquidateCross(changes: Changes, account: Account): void {
  if (trustedLegsOf(account).length === 0) return;
  if (!account.isLiquidating) start(changes, account);
  netHedges(changes, account);
  const skipped = new Set<Position>();
  for (;;) {
    if (!isCrossLiquidatable(account)) {
      recoverCross(changes, account);
      return;
    }
    const leg = largestLeg(account, skipped);
    if (!leg) break;
    if (!reduceLeg(changes, account, leg)) skipped.add(leg);
  }
  if (isBelowLowest(account)) takeOverTrusted(changes, account);
}

/** Ends the state of liquidation of an account that is healthy again, or has nothing left. */
export function recoverCross(changes: Changes, account: Account): void {
  account.isLiquidating = false;
  const legs = crossPositionsOf(account);
  for (const leg of legs) {
    leg.isLiquidating = false;
    changes.touchPosition(leg);
  }
  const { ratio4 } = weighCross(account);
  if (legs[0]) writeAccountStep(changes, LiquidationStage.recovered, account, legs[0], ratio4);
}

function start(changes: Changes, account: Account): void {
  const { ratio4 } = weighCross(account);
  const legs = crossPositionsOf(account);
  account.isLiquidating = true;
  for (const leg of legs) {
    leg.isLiquidating = true;
    changes.touchPosition(leg);
  }
  writeAccountStep(changes, LiquidationStage.started, account, legs[0] as Position, ratio4);
  cancelOpening(changes, account, ratio4);
}

/** Closes what is long and short in one market against each other, at mark and without a fee. */
function netHedges(changes: Changes, account: Account): void {
  const legs = trustedLegsOf(account);
  for (const long of legs.filter(({ position }) => position === PositionSide.long)) {
    const short = legs.find(({ market, position }) => market === long.market && position === PositionSide.short);
    if (!short || !isCrossLiquidatable(account)) continue;
    const { markTicks } = long.market;
    const { ratio4 } = weighCross(account);
    const lots = Math.min(long.lots, short.lots);
    const code = PositionCode.partiallyLiquidated;
    const reason = CashReason.liquidation;
    const fill = { lots, ticks: markTicks, rate: 0, orderId: 0, isForced: true, code, reason, keepsMargin: false };
    const [sold, bought] = [applyCloseFill(changes, long, fill), applyCloseFill(changes, short, fill)];
    writeOffBookTrade(
      changes,
      TradeKind.netting,
      long.market,
      { takerSide: Side.sell, ticks: markTicks, lots },
      { user: account.user, positionId: long.id, pnl: sold.pnl },
      { user: account.user, positionId: short.id, pnl: bought.pnl },
    );
    writeStep(changes, LiquidationStage.netted, long, ratio4, { lots, pnl: sold.pnl });
    writeStep(changes, LiquidationStage.netted, short, ratio4, { lots, pnl: bought.pnl });
  }
}

/** The leg that requires most, of equals the one of the lower id; undefined when the book has had its chance with all. */
function largestLeg(account: Account, skipped: ReadonlySet<Position>): Position | undefined {
  const { requirements8 } = figuresOf(account);
  let largest: { leg: Position; required8: bigint } | undefined;
  crossPositionsOf(account).forEach((leg, at) => {
    const required8 = requirements8[at] as bigint;
    if (skipped.has(leg) || !isMarkTrusted(leg.market)) return;
    const isLarger =
      !largest || required8 > largest.required8 || (required8 === largest.required8 && leg.id < largest.leg.id);
    if (isLarger) largest = { leg, required8 };
  });
  return largest?.leg;
}

/** Offers a leg, down to its next lower tier or (in the lowest) all of it; true when all that was offered was taken. */
function reduceLeg(changes: Changes, account: Account, leg: Position): boolean {
  cancelClosingOrders(changes, leg, EndReason.liquidation);
  const { ratio4 } = weighCross(account);
  const terms = crossTakeover(figuresOf(account))[crossPositionsOf(account).indexOf(leg)];
  if (!terms) throw new Error(`position ${leg.id} is no leg of the account of ${account.user}`);
  const lots = lotsToLowerTier(leg.market.instrument, leg.lots) || leg.lots;
  const limitTicks = terms.bankruptcyTicks;
  const order = { lots, limitTicks, code: PositionCode.partiallyLiquidated, keepsMargin: false };
  const taker = new LiquidationTaker(leg, order);
  matchIoc(changes, taker);
  const { filledLots, pnl, fee } = taker;
  if (filledLots > 0) {
    noteLoss(leg, pnl, fee);
    if (leg.lots === 0) leg.code = PositionCode.liquidated;
    const step = { bankruptcyTicks: limitTicks, lots: filledLots, pnl, fee };
    writeStep(changes, LiquidationStage.reduced, leg, ratio4, step);
  }
  return filledLots === lots;
}

/** Whether even the lowest tier's requirement is not met: then no reduction can help. */
function isBelowLowest(account: Account): boolean {
  const lowest8 = sumOf(
    crossPositionsOf(account).map(({ market, lots }) => lowestRequirement8(market.instrument, lots, market.markTicks)),
  );
  return weighCross(account).equity * rateOne <= lowest8;
}

/** One leg at its bankruptcy price leaves the ratio as it was, so all go; untrusted ones keep their share of the equity. */
function takeOverTrusted(changes: Changes, account: Account): void {
  const { ratio4 } = weighCross(account);
  const legs = crossPositionsOf(account);
  crossTakeover(figuresOf(account)).forEach((terms, at) => {
    const leg = legs[at] as Position;
    if (isMarkTrusted(leg.market)) takeOver(changes, leg, terms, ratio4);
  });
  account.isLiquidating = crossPositionsOf(account).length > 0;
}
