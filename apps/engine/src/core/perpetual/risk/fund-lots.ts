/** The positions of the insurance fund, and its cash over the last hours. It pays no fees. */
import { type CashReason, PositionSide } from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import type { FundLot } from '../fund.ts';
import { costShareOf, larger, type Money, notionalOf, subtract } from '../money.ts';
import { moveFund } from '../positions/accounts.ts';
import type { PerpetualShard } from '../state.ts';

/** Adds a lot. Its id must be above all others: the maps are in order of ids. */
export function addLot({ fund }: PerpetualShard, lot: FundLot): void {
  fund.lots.set(lot.id, lot);
  lot.market.fundLots[lot.position].set(lot.id, lot);
}

function removeLot({ fund }: PerpetualShard, lot: FundLot): void {
  fund.lots.delete(lot.id);
  lot.market.fundLots[lot.position].delete(lot.id);
}

/** What closing a part of a lot at a price brings the fund. */
export function lotPnl(lot: FundLot, lots: number, ticks: number): Money {
  const notional = notionalOf(lot.market, ticks, lots);
  const cost = costShareOf(lot.position, lot.cost, lot.lots, lots);
  return lot.position === PositionSide.long ? subtract(notional, cost) : subtract(cost, notional);
}

/** Closes a part of a lot at a price; returns the profit, which is the fund's. */
export function closeLot(changes: Changes, lot: FundLot, lots: number, ticks: number, reason: CashReason): Money {
  const pnl = lotPnl(lot, lots, ticks);
  lot.cost = subtract(lot.cost, costShareOf(lot.position, lot.cost, lot.lots, lots));
  lot.lots -= lots;
  if (lot.position === PositionSide.long) lot.market.openInterestLots -= lots;
  moveFund(changes, pnl, reason, lot.market.id);
  changes.touchLot(lot);
  if (lot.lots === 0) removeLot(changes.shard, lot);
  return pnl;
}

const peakHours = 8;

/**
 * Notes the fund's cash of now among the highest of each of the last eight hours: not while it holds what payers of a funding
 * have paid and receivers have not got, which paid out would look like a loss.
 */
export function notePeak({ fund, lastTick, openFundings }: PerpetualShard): void {
  if (openFundings > 0) return;
  const hour = Math.floor(lastTick / 3600);
  const newest = fund.peaks.at(-1);
  if (newest?.hour !== hour) fund.peaks.push({ hour, cash: fund.cash });
  else if (fund.cash > newest.cash) newest.cash = fund.cash;
  while ((fund.peaks[0] as { hour: number }).hour <= hour - peakHours) fund.peaks.shift();
}

/** Whether the fund lost 30% or more of its highest cash of the last eight hours. */
export function isFundFalling({ fund }: PerpetualShard): boolean {
  const peak = fund.peaks.reduce<Money>((highest, { cash }) => larger(cash, highest), 0);
  return peak > 0 && BigInt(fund.cash) * 10n <= BigInt(peak) * 7n;
}
