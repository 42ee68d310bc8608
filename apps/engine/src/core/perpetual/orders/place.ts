/** Making an order and sending it into the book: what it takes, and what happens to its rest. */
import { EndReason, isClosing, OrderKind, OrderState } from '@pelican/shared/engine/perpetual';
import { attachAlgo, hasLegs, settleWaiting } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { leverageOf, setFreeze } from '../positions/accounts.ts';
import type { Account, Legs, Order } from '../state.ts';
import { limitTicksOf, type OrderIntent } from './check-order.ts';
import { freezeOfRest } from './freeze.ts';
import { finishOrder, restOf, restOrder } from './orders.ts';
import { copyOrigin, type Origin } from './origin.ts';
import { matchIoc, OrderTaker } from './trade.ts';
import { walkBook } from './walk.ts';

/** What an order carries besides what was checked. */
export interface Extras {
  legs: Readonly<Legs>;
  /** The algo whose child it is, 0 for none. */
  algoId: number;
  origin: Readonly<Origin>;
}

/** A checked order, with the next id; nothing has been done with it. */
export function makeOrder(changes: Changes, account: Account, intent: OrderIntent, extras: Extras): Order {
  const { shard } = changes;
  const { market } = intent;
  const { legs } = extras;
  const order = shard.orderPool.take(account, market, intent.seat);
  order.id = ++shard.lastOrderId;
  order.user = account.user;
  order.mode = intent.mode;
  order.side = intent.side;
  order.position = intent.position;
  order.type = intent.type;
  order.state = OrderState.live;
  order.reason = EndReason.none;
  order.selfTrade = intent.selfTrade;
  order.algoId = extras.algoId;
  order.attachedAlgoId = 0;
  order.leverage = leverageOf(account, intent);
  order.priceTicks = intent.priceTicks;
  order.lots = intent.lots;
  order.filledLots = 0;
  order.filledNotional = 0;
  order.fee = 0;
  order.pnl = 0;
  order.freeze = 0;
  order.acceptedMarkTicks = market.markTicks;
  order.lastTicks = market.lastTicks;
  order.createdMs = shard.timeMs;
  order.updatedMs = shard.timeMs;
  copyOrigin(order.origin, extras.origin);
  order.tpTriggerTicks = legs.tpTriggerTicks;
  order.tpOrderTicks = legs.tpOrderTicks;
  order.tpTriggerBy = legs.tpTriggerBy;
  order.slTriggerTicks = legs.slTriggerTicks;
  order.slOrderTicks = legs.slOrderTicks;
  order.slTriggerBy = legs.slTriggerBy;
  return order;
}

/** Matches a checked order and rests or ends what is left of it. */
export function sendOrder(changes: Changes, account: Account, order: Order): void {
  changes.touchOrder(order);
  let stop: EndReason = EndReason.immediateOrCancel;
  if (order.type !== OrderKind.postOnly) {
    const limitTicks = matchingLimit(account, order);
    if (order.market.book.isReached(order.side, limitTicks))
      stop = matchIoc(changes, new OrderTaker(order, limitTicks));
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
