/** setLeverage: one leverage a market in cross margin, one a side in isolated margin. */
import {
  CashReason,
  type CommandOf,
  isClosing,
  leverageChanged,
  MarginMode,
  type Op,
  PositionSide,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { crossAccount, isolatedRemargin, maxLeverageFor } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { add, type Money, moneyOf, negate } from '../money.ts';
import type { Refusal } from '../orders/check-order.ts';
import { freezeOfRest } from '../orders/freeze.ts';
import { isAimedAt, pendingLots } from '../orders/orders.ts';
import {
  crossLegOf,
  exactCashOf,
  exactOf,
  leverageKey,
  leverageOf,
  moveCash,
  setFreeze,
  spendable,
} from '../positions/accounts.ts';
import { positionOf, renewLiquidation } from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import type { Account, Market, Order, Position } from '../state.ts';
import { accountFor, isPerson } from './checks.ts';

type SetLeverage = CommandOf<typeof Op.setLeverage>;
type Target = { market: Market } & Pick<Position, 'mode' | 'position'>;

export function setLeverage(changes: Changes, command: SetLeverage): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { mode, leverage } = command;
  const isCross = mode === MarginMode.cross;
  const position = isCross ? PositionSide.long : command.position;
  const isRight =
    isPerson(command.user) && mode <= MarginMode.isolated && position <= PositionSide.short && leverage > 0;
  if (!isRight) return { code: RejectCode.outOfRange };
  const account = accountFor(changes, command.user);
  const sides = isCross ? [PositionSide.long, PositionSide.short] : [position];
  const targets: Target[] = sides.map((side) => ({ market, mode, position: side }));
  const refusal = refusalOf(account, targets, command);
  if (refusal) return refusal;
  if (leverageOf(account, { market, mode, position }) === leverage) return undefined;
  const late = isCross
    ? changeCross(changes, account, market, leverage)
    : changeIsolated(changes, account, targets, leverage);
  if (late) return late;
  account.leverages.set(leverageKey(market.id, mode, position), leverage);
  changes.emit(leverageChanged, account.user, { market: market.id, mode, position, leverage });
  return undefined;
}

function refusalOf(account: Account, targets: Target[], command: SetLeverage): Refusal | undefined {
  const held = targets.map((target) => positionOf(account, target));
  if (account.isLiquidating || held.some((each) => each?.isLiquidating)) return { code: RejectCode.liquidating };
  const versions = held.map((each) => each?.version ?? 0);
  if (command.positionVersion !== -1 && !versions.includes(command.positionVersion))
    return { code: RejectCode.stalePreview };
  for (const [at, target] of targets.entries()) {
    const lots = (held[at]?.lots ?? 0) + pendingLots(account, target, false);
    const available = maxLeverageFor(target.market.instrument, lots);
    if (command.leverage > available)
      return { code: RejectCode.leverageTooHigh, required: command.leverage, available };
  }
  return undefined;
}

/** Initial margins and freezes of both sides at once: refused when what backs them would not suffice. */
function changeCross(changes: Changes, account: Account, market: Market, leverage: number): Refusal | undefined {
  const isOfMarket = (each: Position | Order) => each.market === market && each.mode === MarginMode.cross;
  const orders = [...account.orders.values()].filter((order) => isOfMarket(order) && !isClosing(order));
  const freezes = orders.map((order) => freezeOfRest(order, leverage));
  const crossFreeze = freezes.reduce<bigint>(
    (sum, freeze, at) => sum + BigInt(freeze) - BigInt((orders[at] as Order).freeze),
    BigInt(account.crossFreeze),
  );
  const held = account.crossPositions;
  const legs = held.map((each) => (isOfMarket(each) ? { ...crossLegOf(each), leverage } : crossLegOf(each)));
  const { tradingBalanceRaw } = crossAccount({ ...exactCashOf(account), crossFreeze }, legs, []);
  if (tradingBalanceRaw < 0n) return { code: RejectCode.insufficientMargin, required: -tradingBalanceRaw };
  for (const [at, order] of orders.entries()) {
    order.leverage = leverage;
    setFreeze(changes, order, freezes[at] as Money);
    changes.touchOrder(order);
  }
  for (const each of held.filter(isOfMarket)) {
    each.leverage = leverage;
    changes.touchPosition(each);
  }
  return undefined;
}

/** The position's margin follows: up out of the available balance, down as far as its losses let it. */
function changeIsolated(changes: Changes, account: Account, [target]: Target[], leverage: number): Refusal | undefined {
  if (!target) return undefined;
  const pending = [...account.orders.values()].find((order) => isAimedAt(order, target) && !isClosing(order));
  if (pending) return { code: RejectCode.pendingIsolatedOrders, available: pending.id };
  const held = positionOf(account, target);
  if (!held) return undefined;
  const { market } = held;
  const { delta } = isolatedRemargin(market.instrument, exactOf(held), leverage);
  if (delta > 0n && hasUntrustedLeg(account)) return { code: RejectCode.untrustedLeg };
  const available = spendable(account, MarginMode.isolated);
  if (delta > available) return { code: RejectCode.insufficientMargin, required: delta, available };
  postMargin(changes, held, moneyOf(delta));
  held.leverage = leverage;
  return undefined;
}

/** Moves cash into an isolated position's margin; below zero: back. */
export function postMargin(changes: Changes, held: Position, amount: Money): void {
  held.margin = add(held.margin, amount);
  renewLiquidation(held);
  moveCash(changes, held.account, negate(amount), CashReason.margin, held.market.id, held.id, 0);
  changes.touchPosition(held);
}
