/**
 * A funding's payments (docs/decisions/0033): the fund is the other side of each. Payers first, then receivers, in slices;
 * and a position is settled early, on the same terms, before anything else changes it.
 */
import { CashReason, fundingSettled, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { writeFundingPaid } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import type { FundLot } from '../fund.ts';
import { add, feeDownOf, feeOf, type Money, negate, notionalOf, shareOf, smaller, subtract } from '../money.ts';
import type { FundingWalk } from '../pending-work.ts';
import { moveCash, moveFund } from '../positions/accounts.ts';
import { renewLiquidation } from '../positions/positions.ts';
import type { Account, Market, Position } from '../state.ts';
import { type Budget, goOn, startWalk } from './position-walk.ts';

/** Begins to settle the market's funding, at the mark and rate of now. */
export function beginSettlement(changes: Changes, market: Market): void {
  const { shard } = changes;
  const { funding } = market;
  funding.lastRate = funding.currentRate;
  funding.count++;
  const walk: FundingWalk = {
    ...startWalk(shard.lastPositionId),
    rate: funding.currentRate,
    markTicks: market.markTicks,
    timeMs: funding.currentTimeMs,
    isPaying: false,
    paid: 0,
    received: 0,
    due: 0,
    lotsDue: 0,
    pool: 0,
  };
  if (walk.rate === 0) {
    writeSettled(changes, market, walk);
    return;
  }
  let cash = shard.fund.cash;
  for (const lot of shard.fund.lots.values()) if (lot.market === market) cash = countLot(walk, lot, cash);
  market.fundingWalk = walk;
  shard.openFundings++;
}

/** The fund pays itself at most what it holds; returns what the next lot may pay. */
function countLot(walk: FundingWalk, lot: FundLot, cash: Money): Money {
  const amount = owedOf(walk, lot);
  if (!paysAt(walk, lot.position)) {
    walk.lotsDue = add(walk.lotsDue, amount);
    walk.due = add(walk.due, amount);
    return cash;
  }
  const paid = smaller(amount, cash);
  walk.paid = add(walk.paid, paid);
  return subtract(cash, paid);
}

/** A positive rate is paid by longs. */
function paysAt({ rate }: FundingWalk, position: PositionSide): boolean {
  return rate > 0 === (position === PositionSide.long);
}

/** What a position or lot pays, rounded up, or is owed, rounded down. */
function owedOf(walk: FundingWalk, { market, position, lots }: Position | FundLot): Money {
  const notional = notionalOf(market, walk.markTicks, lots);
  const rate = Math.abs(walk.rate);
  return paysAt(walk, position) ? feeOf(notional, rate) : feeDownOf(notional, rate);
}

/** Settles as many positions as the command may visit. */
export function continueSettling(changes: Changes, market: Market, visits: Budget): void {
  const walk = market.fundingWalk;
  if (!walk) return;
  if (!walk.isPaying) {
    const before = walk.paid;
    const hasEnded = goOn(market, walk, visits, (held) => collect(changes, walk, held));
    moveFund(changes, subtract(walk.paid, before), CashReason.funding, market.id);
    if (!hasEnded) return;
    startPaying(changes, walk);
  }
  const before = walk.received;
  const hasEnded = goOn(market, walk, visits, (held) =>
    payReceiver(changes, walk, held, subtract(walk.received, before)),
  );
  moveFund(changes, subtract(before, walk.received), CashReason.funding, market.id);
  if (hasEnded) endSettlement(changes, market, walk);
}

/** The walk's first visit: a payer pays, a receiver is counted. */
function collect(changes: Changes, walk: FundingWalk, held: Position): void {
  if (!isOpen(held)) return;
  if (paysAt(walk, held.position)) collectFrom(changes, walk, held);
  else walk.due = add(walk.due, owedOf(walk, held));
}

/** Whether a position has not had its part in a funding that is being settled. */
function isOpen(held: Position): boolean {
  return held.fundings < held.market.funding.count;
}

function collectFrom(changes: Changes, walk: FundingWalk, held: Position): void {
  const owed = owedOf(walk, held);
  const paid = held.mode === MarginMode.isolated ? smaller(owed, held.margin) : owed;
  walk.paid = add(walk.paid, paid);
  pay(changes, walk, held, negate(paid));
}

function startPaying({ shard }: Changes, walk: FundingWalk): void {
  walk.isPaying = true;
  walk.cursor = 0;
  walk.pool = shard.fund.cash;
  walk.received = add(walk.received, dueOf(walk, walk.lotsDue));
}

/** What a receiver gets of what it is owed. */
function dueOf(walk: FundingWalk, owed: Money): Money {
  return walk.isPaying && walk.due > walk.pool ? shareOf(owed, walk.pool, walk.due) : owed;
}

/** The walk's second visit; `given` is what the fund has given in this slice and not been charged yet. */
function payReceiver(changes: Changes, walk: FundingWalk, held: Position, given: Money): void {
  if (!isOpen(held)) return;
  const amount = smaller(dueOf(walk, owedOf(walk, held)), subtract(changes.shard.fund.cash, given));
  walk.received = add(walk.received, amount);
  pay(changes, walk, held, amount);
}

function endSettlement({ shard }: Changes, market: Market, walk: FundingWalk): void {
  market.fundingWalk = undefined;
  shard.openFundings--;
  writeSettled(shard.changes, market, walk);
}

function writeSettled(
  changes: Changes,
  market: Market,
  { rate, markTicks, paid, received, timeMs }: FundingWalk,
): void {
  changes.emit(fundingSettled, 0, { market: market.id, rate, markTicks, paid, received, timeMs });
}

/** Settles all open fundings of an account's positions, before anything else changes them. */
export function settleFundingOf(changes: Changes, account: Account): void {
  if (changes.shard.openFundings === 0) return;
  for (const held of account.positions.values()) {
    const walk = held.market.fundingWalk;
    if (walk && isOpen(held)) settleEarly(changes, walk, held);
  }
}

export function hasOpenFunding(account: Account): boolean {
  for (const held of account.positions.values()) if (held.market.fundingWalk && isOpen(held)) return true;
  return false;
}

function settleEarly(changes: Changes, walk: FundingWalk, held: Position): void {
  const { paid, received } = walk;
  if (paysAt(walk, held.position)) {
    collectFrom(changes, walk, held);
  } else {
    if (!walk.isPaying && held.id <= walk.cursor) walk.due = subtract(walk.due, owedOf(walk, held));
    payReceiver(changes, walk, held, 0);
  }
  const delta = subtract(subtract(walk.paid, paid), subtract(walk.received, received));
  moveFund(changes, delta, CashReason.funding, held.market.id);
}

/**
 * Debits or credits what backs the position: the owner's cash, or the margin of an isolated position (written as income and margin
 * posted). The position's share of this funding is then settled.
 */
function pay(changes: Changes, walk: FundingWalk, held: Position, amount: Money): void {
  held.fundings = held.market.funding.count;
  if (amount === 0) return;
  const { account, market, id: positionId, lots, user } = held;
  held.funding = subtract(held.funding, amount);
  moveCash(changes, account, amount, CashReason.funding, market.id, positionId, 0);
  if (held.mode === MarginMode.isolated) {
    moveCash(changes, account, negate(amount), CashReason.margin, market.id, positionId, 0);
    held.margin = add(held.margin, amount);
    renewLiquidation(held);
  }
  changes.touchPosition(held);
  const notional = notionalOf(market, walk.markTicks, lots);
  const { rate, timeMs } = walk;
  writeFundingPaid(changes.shard.events, user, market.id, positionId, rate, lots, notional, amount, timeMs);
}
