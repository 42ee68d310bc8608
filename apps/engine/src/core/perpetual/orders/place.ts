/** Making an order and sending it into the book: what it takes, and what becomes of its rest. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import { EndReason, OrderKind, OrderState } from '@pelican/shared/engine/perpetual/terms.ts';
import { attachAlgo, hasLegs, settleWaiting } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { leverageOf, setFreeze } from '../positions/accounts.ts';
import type { Account, Legs, Order } from '../state.ts';
import { limitTicksOf, type Wanted } from './check-order.ts';
import { freezeOfRest } from './freeze.ts';
import { finishOrder, restOf, restOrder } from './orders.ts';
import { matchIoc, takerOf } from './trade.ts';
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
export function makeOrder(changes: Changes, account: Account, wanted: Wanted, extras: Extras): Order {
  const { shard } = changes;
  const { market, mode, side, position, type, priceTicks, lots, selfTrade } = wanted;
  const { legs } = extras;
  // Written out field by field, so that all orders have one shape: whatever reads them is faster by it.
  return {
    id: ++shard.lastOrderId,
    user: account.user,
    market,
    mode,
    side,
    position,
    type,
    state: OrderState.live,
    reason: EndReason.none,
    selfTrade,
    attachedAlgoId: 0,
    leverage: leverageOf(account, wanted),
    priceTicks,
    lots,
    filledLots: 0,
    filledNotional: 0n,
    fee: 0n,
    pnl: 0n,
    freeze: 0n,
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
  };
}

/** Matches a checked order and rests or ends what is left of it. */
export function sendOrder(changes: Changes, account: Account, order: Order): void {
  changes.touchOrder(order);
  let stop: EndReason = EndReason.immediateOrCancel;
  if (order.type !== OrderKind.postOnly) {
    const taker = takerOf(changes, order, matchingLimit(changes, account, order));
    ({ stop } = matchIoc(changes, taker));
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
  restOrder(changes, account, order);
  setFreeze(changes, account, order, freezeOfRest(order));
  attachIfNew(changes, account, order);
}

/** An opening market order goes no deeper than its margin was weighed for. */
function matchingLimit(changes: Changes, account: Account, order: Order): number {
  const limitTicks = limitTicksOf(order);
  if (order.type !== OrderKind.market || isClosing(order)) return limitTicks;
  return walkBook(changes, account, order, order.lots, limitTicks).deepestTicks || limitTicks;
}

/** The TP and SL of an order that rests unfilled wait, paused, for its first fill. */
export function attachIfNew(changes: Changes, account: Account, order: Order): void {
  const isAttached = changes.shard.algos.has(order.attachedAlgoId);
  if (!hasLegs(order) || isClosing(order) || isAttached || order.filledLots > 0) return;
  attachAlgo(changes, account, order, order.lots);
  const algo = changes.shard.algos.get(order.attachedAlgoId);
  if (algo) settleWaiting(changes, algo);
}
