/** amendOrder: price, size, TP and SL of a resting order; its id stays, and it is never without a place. */
import {
  type CommandOf,
  EndReason,
  isClosing,
  MarketState,
  type Op,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { attachedLegsError } from '@pelican/shared/perpetual';
import { hasLegs, isWaiting, kindOfLegs } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { cancelAlgo } from '../orders/cancel.ts';
import { type Refusal, refusalOf } from '../orders/check-order.ts';
import { freezeOfRest } from '../orders/freeze.ts';
import { finishOrder } from '../orders/orders.ts';
import { attachIfNew, sendOrder } from '../orders/place.ts';
import { setFreeze } from '../positions/accounts.ts';
import type { Account, Algo, Legs, Order } from '../state.ts';
import { accountFor, mergeLegs } from './checks.ts';
import { findOrder } from './find.ts';

type AmendOrder = CommandOf<typeof Op.amendOrder>;

interface Amendment {
  priceTicks: number;
  /** The new total. */
  lots: number;
  legs: Legs;
  changesLegs: boolean;
}

export function amendOrder(changes: Changes, command: AmendOrder): Refusal | undefined {
  const order = findOrder(changes, command);
  if ('code' in order) return order;
  changes.reply.orderId = order.id;
  const account = accountFor(changes, command.user);
  const legs = mergeLegs(order.market, order, command);
  const amendment: Amendment | undefined = legs && {
    priceTicks: command.priceTicks === 0 ? order.priceTicks : command.priceTicks,
    lots: command.lots === 0 ? order.lots : command.lots,
    legs,
    changesLegs: command.tpTriggerTicks !== 0 || command.slTriggerTicks !== 0,
  };
  const refusal = amendment ? refusalToAmend(changes, account, order, amendment) : { code: RejectCode.outOfRange };
  if (refusal || !amendment) {
    if (command.cancelOnFail) finishOrder(changes, order, EndReason.amendFailed);
    return refusal;
  }
  apply(changes, account, order, amendment);
  return undefined;
}

/** Whether it only gives up size: its place in the queue stays. */
function keepsPlace(order: Order, { priceTicks, lots }: Amendment): boolean {
  return priceTicks === order.priceTicks && lots <= order.lots;
}

function refusalToAmend(changes: Changes, account: Account, order: Order, amendment: Amendment): Refusal | undefined {
  const { market, seat, mode, side, position, type, selfTrade, filledLots } = order;
  const { priceTicks, lots } = amendment;
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (!Number.isSafeInteger(lots) || !Number.isSafeInteger(priceTicks) || lots < 0 || priceTicks < 0)
    return { code: RejectCode.outOfRange };
  if (lots < filledLots) return { code: RejectCode.sizeBelowFilled, required: lots, available: filledLots };
  const byLegs = refusalOfLegs(changes, order, amendment);
  if (byLegs || lots === filledLots) return byLegs;
  if (!keepsPlace(order, amendment))
    return refusalOf(
      account,
      { market, seat, mode, side, position, type, priceTicks, selfTrade, lots: lots - filledLots },
      order,
    );
  const { minLots } = market.settings;
  return lots < minLots && lots < order.lots
    ? { code: RejectCode.sizeTooSmall, required: minLots, available: lots }
    : undefined;
}

/** Legs can be changed until they are armed; then they are the algo's. */
function refusalOfLegs(
  changes: Changes,
  order: Order,
  { legs, priceTicks, changesLegs }: Amendment,
): Refusal | undefined {
  const isArmed = order.attachedAlgoId !== 0 && order.filledLots > 0;
  if (changesLegs && isArmed) return { code: RejectCode.alreadyFired };
  if (changesLegs && isClosing(order)) return { code: RejectCode.outOfRange };
  if (isArmed || !hasLegs(legs)) return undefined;
  const isNew = !changes.shard.algos.has(order.attachedAlgoId);
  if (isNew && order.seat.algoCount >= order.market.settings.algosMax) return { code: RejectCode.tooManyAlgos };
  const isWrong = attachedLegsError(order.position, legs, priceTicks) !== null;
  return isWrong ? { code: RejectCode.triggerSide } : undefined;
}

function apply(changes: Changes, account: Account, order: Order, amendment: Amendment): void {
  const { lots, legs } = amendment;
  changes.touchOrder(order);
  const isInPlace = keepsPlace(order, amendment);
  if (isInPlace) order.market.book.reduce(order, order.lots - lots);
  else order.market.book.remove(order);
  order.lots = lots;
  order.priceTicks = amendment.priceTicks;
  Object.assign(order, legs);
  adaptAlgos(changes, order);
  if (lots === order.filledLots) {
    finishOrder(changes, order, EndReason.filled);
  } else if (isInPlace) {
    setFreeze(changes, order, freezeOfRest(order));
    attachIfNew(changes, account, order);
  } else {
    setFreeze(changes, order, 0);
    order.acceptedMarkTicks = order.market.markTicks;
    sendOrder(changes, account, order);
  }
}

/** The algo whose child the order is wants as much as it does; its own TP and SL follow it until they are armed. */
function adaptAlgos(changes: Changes, order: Order): void {
  const { algos } = changes.shard;
  const parent = algos.get(order.algoId);
  if (parent) {
    parent.lots = order.lots;
    changes.touchAlgo(parent);
  }
  const attached = algos.get(order.attachedAlgoId);
  if (!attached || order.filledLots > 0 || !isWaiting(attached)) return;
  if (hasLegs(order)) adaptAttached(changes, attached, order);
  else cancelAlgo(changes, attached, EndReason.user);
}

function adaptAttached(changes: Changes, algo: Algo, order: Order): void {
  const { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy } = order;
  Object.assign(algo, { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy });
  algo.type = kindOfLegs(order);
  algo.lots = order.lots;
  changes.touchAlgo(algo);
}
