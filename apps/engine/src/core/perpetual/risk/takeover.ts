/** The insurance fund takes a position over at its bankruptcy price: what the position had goes to the fund with it. */
import {
  CashReason,
  HouseUser,
  LiquidationStage,
  MarginMode,
  PositionCode,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { closingSide, directionOf, type Takeover } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import type { FundLot } from '../fund.ts';
import { add, type Money, moneyOf, subtract } from '../money.ts';
import { moveCash, moveFund } from '../positions/accounts.ts';
import { endPosition } from '../positions/positions.ts';
import type { Position } from '../state.ts';
import { addLot } from './fund-lots.ts';
import { writeOffBookTrade, writeStep } from './receipts.ts';

/**
 * Moves a position to the fund on the terms given. The owner realises `userRealised`: of an isolated position all of its
 * margin is lost, of a cross leg its profit less its share of the equity.
 */
export function takeOver(changes: Changes, held: Position, terms: Takeover, ratio4: bigint | null): FundLot {
  const { user, account, market, lots, position } = held;
  const pnl = moneyOf(directionOf(position) * (terms.notional - BigInt(held.cost)));
  const fundDelta = moneyOf(terms.fundDelta);
  const step = { bankruptcyTicks: terms.bankruptcyTicks, lots, pnl, fee: fundDelta, fundDelta };
  writeStep(changes, LiquidationStage.takenOver, held, ratio4, step);
  if (held.mode === MarginMode.isolated)
    moveCash(changes, account, held.margin, CashReason.margin, market.id, held.id, 0);
  moveCash(changes, account, moneyOf(terms.userRealised), CashReason.takeover, market.id, held.id, 0);
  moveFund(changes, fundDelta, CashReason.takeover, market.id);
  const lot = makeLot(changes, held, terms);
  endTaken(changes, held, terms, pnl);
  writeOffBookTrade(
    changes,
    TradeKind.takeover,
    market,
    { takerSide: closingSide(position), ticks: terms.bankruptcyTicks, lots },
    { user, positionId: held.id, pnl },
    { user: HouseUser.fund, positionId: 0, pnl: 0 },
  );
  return lot;
}

function makeLot(changes: Changes, held: Position, terms: Takeover): FundLot {
  const { shard } = changes;
  const lot: FundLot = {
    id: ++shard.lastLotId,
    market: held.market,
    position: held.position,
    lots: held.lots,
    cost: moneyOf(terms.notional),
    bankruptcyTicks: terms.bankruptcyTicks,
    takenMs: shard.timeMs,
    age: 0,
    isTouched: false,
  };
  addLot(shard, lot);
  changes.touchLot(lot);
  return lot;
}

/** What the fund received counts as a fee of the position's life, so that its record adds up to what the owner realised. */
function endTaken(changes: Changes, held: Position, terms: Takeover, pnl: Money): void {
  held.pnl = add(held.pnl, pnl);
  held.fees = add(held.fees, moneyOf(terms.fundDelta));
  held.liquidationLoss = subtract(held.liquidationLoss, moneyOf(terms.userRealised));
  held.closedLots += held.lots;
  held.closedNotional = add(held.closedNotional, moneyOf(terms.notional));
  held.code = PositionCode.liquidated;
  held.lots = 0;
  held.cost = 0;
  held.margin = 0;
  endPosition(changes, held);
}
