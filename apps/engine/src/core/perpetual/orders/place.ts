/** Making an order and sending it into the book: what it takes, and what happens to its rest. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import { EndReason, OrderKind, OrderState } from '@pelican/shared/engine/perpetual/terms.ts';
import { attachAlgo, hasLegs, settleWaiting } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { leverageOf, pendingOf, setFreeze } from '../positions/accounts.ts';
import type { Account, Legs, Order } from '../state.ts';
import { limitTicksOf, type OrderIntent } from './check-order.ts';
import { freezeOfRest } from './freeze.ts';
import { finishOrder, restOf, restOrder } from './orders.ts';
import { matchIoc, OrderTaker } from './trade.ts';
import { walkBook } from './walk.ts';

/** What an order carries besides what was checked. */
export interface Extras {
  legs: Readonly<Legs>;
  /** The algo whose child it is, 0 for none. */
  algoId: number;
  clientId: string;
  source: string;
}

/** A checked order, with the next id; nothing has been done with it. */
export function makeOrder(changes: Changes, account: Account, intent: OrderIntent, extras: Extras): Order {
  const { shard } = changes;
  const { market, mode, side, position, type, priceTicks, lots, selfTrade } = intent;
  const { legs } = extras;
  // Written out field by field, so that all orders have one shape: whatever reads them is faster by it.
  return {
    id: ++shard.lastOrderId,
    user: account.user,
    account,
    market,
    mode,
    side,
    position,
    type,
    state: OrderState.live,
    reason: EndReason.none,
    selfTrade,
    attachedAlgoId: 0,
    leverage: leverageOf(account, intent),
    priceTicks,
    lots,
    filledLots: 0,
    filledNotional: 0,
    fee: 0,
    pnl: 0,
    freeze: 0,
    acceptedMarkTicks: market.markTicks,
    lastTicks: market.lastTicks,
    isResting: false,
    createdMs: shard.timeMs,
    updatedMs: shard.timeMs,
    algoId: extras.algoId,
    clientId: extras.clientId,
    source: extras.source,
    tpTriggerTicks: legs.tpTriggerTicks,
    tpOrderTicks: legs.tpOrderTicks,
    tpTriggerBy: legs.tpTriggerBy,
    slTriggerTicks: legs.slTriggerTicks,
    slOrderTicks: legs.slOrderTicks,
    slTriggerBy: legs.slTriggerBy,
    level: undefined,
    previous: undefined,
    next: undefined,
    pending: pendingOf(account, market),
    isTouched: false,
  };
}

/** Matches a checked order and rests or ends what is left of it. */
export function sendOrder(changes: Changes, account: Account, order: Order): void {
  changes.touchOrder(order);
  let stop: EndReason = EndReason.immediateOrCancel;
  if (order.type !== OrderKind.postOnly) {
    stop = matchIoc(changes, new OrderTaker(order, matchingLimit(account, order)));
  }
  if (restOf(order) === 0) {
    finishOrder(changes, order, EndReason.filled);
    return;
  }
  const rests = order.type === OrderKind.limit || order.type === OrderKind.postOnly;
  if (!rests || stop !== EndReason.immediateOrCancel) {
    finishOrder(changes, order, stop);
    return;
  }
  restOrder(changes, order);
  setFreeze(changes, order, freezeOfRest(order));
  attachIfNew(changes, account, order);
}

/** An opening market order goes no deeper than its margin was checked for. */
function matchingLimit(account: Account, order: Order): number {
  const limitTicks = limitTicksOf(order);
  if (order.type !== OrderKind.market || isClosing(order)) return limitTicks;
  return walkBook(account, order, order.lots, limitTicks).deepestTicks || limitTicks;
}

/** The TP and SL of an order that rests unfilled wait, paused, for its first fill. */
export function attachIfNew(changes: Changes, account: Account, order: Order): void {
  if (!hasLegs(order) || isClosing(order) || order.filledLots > 0) return;
  if (changes.shard.algos.has(order.attachedAlgoId)) return;
  attachAlgo(changes, account, order, order.lots);
  const algo = changes.shard.algos.get(order.attachedAlgoId);
  if (algo) settleWaiting(changes, algo);
}
