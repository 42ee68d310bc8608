/** What a fired algo does: its child is an order of the same command. */
import {
  type ActualSide,
  AlgoState,
  EndReason,
  isClosing,
  OrderKind,
  RejectCode,
  SelfTrade,
} from '@pelican/shared/engine/perpetual';
import { triggeredOrder } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { freeForClosing } from '../orders/cancel.ts';
import { type OrderIntent, type Refusal, refusalOf } from '../orders/check-order.ts';
import { finishOrder } from '../orders/orders.ts';
import { setOrigin } from '../orders/origin.ts';
import { makeOrder, sendOrder } from '../orders/place.ts';
import { accountOf, seatOf } from '../positions/accounts.ts';
import { positionOf } from '../positions/positions.ts';
import { settleFundingOf } from '../risk/funding-payments.ts';
import type { Algo } from '../state.ts';
import { finishAlgo, noLegs } from './algos.ts';

/** Fires a live algo by its leg at a price: the other leg is dead, a resting parent's remainder goes, the child is sent. */
export function fireAlgo(changes: Changes, algo: Algo, leg: ActualSide, ticks: number): void {
  const { shard } = changes;
  algo.actualSide = leg;
  algo.firedTicks = ticks;
  const parent = shard.orders.get(algo.parentOrderId);
  if (parent) finishOrder(changes, parent, EndReason.tpslFired);
  const held = positionOf(accountOf(shard, algo.user), algo);
  const child = triggeredOrder(algo, leg, held?.lots ?? 0);
  if (child.lots === 0) {
    finishAlgo(changes, algo, AlgoState.canceled, EndReason.positionClosed);
    return;
  }
  algo.lots = child.lots;
  changes.touchAlgo(algo);
  if (child.type === OrderKind.market) {
    algo.state = AlgoState.partiallyEffective;
    algo.market.algos.noteFired(algo);
    sendRest(changes, algo);
    return;
  }
  algo.state = AlgoState.effective;
  algo.market.algos.noteFired(algo);
  const refusal = sendChild(changes, algo, OrderKind.limit, child.priceTicks, child.lots);
  if (refusal) failAlgo(changes, algo, refusal);
}

/**
 * Sends what is left of an algo to the market: at its firing and on every tick until it is done. What the book, the band
 * or the guard stopped is tried again; a child refused for another reason ends it.
 */
export function sendRest(changes: Changes, algo: Algo): void {
  const rest = algo.lots - algo.actualLots;
  const held = positionOf(accountOf(changes.shard, algo.user), algo);
  const lots = isClosing(algo) ? Math.min(rest, held?.lots ?? 0) : rest;
  if (lots === 0) {
    finishAlgo(changes, algo, AlgoState.canceled, EndReason.positionClosed);
    return;
  }
  const refusal = sendChild(changes, algo, OrderKind.market, 0, lots);
  if (refusal && !isPassing(refusal.code)) failAlgo(changes, algo, refusal);
}

function isPassing(code: RejectCode): boolean {
  return code === RejectCode.emptyBook || code === RejectCode.bankruptcyGuard || code === RejectCode.marketClosed;
}

function sendChild(
  changes: Changes,
  algo: Algo,
  type: OrderKind,
  priceTicks: number,
  lots: number,
): Refusal | undefined {
  const account = accountOf(changes.shard, algo.user);
  settleFundingOf(changes, account);
  const { market, mode, side, position } = algo;
  const intent: OrderIntent = {
    market,
    seat: seatOf(account, market),
    mode,
    side,
    position,
    type,
    priceTicks,
    lots,
    selfTrade: SelfTrade.cancelMaker,
  };
  const held = isClosing(algo) ? positionOf(account, algo) : undefined;
  if (held) freeForClosing(changes, held, lots);
  const refusal = refusalOf(account, intent);
  if (refusal) return refusal;
  const { origin } = changes.shard;
  setOrigin(origin, '', algo.source);
  const child = makeOrder(changes, account, intent, { legs: noLegs, algoId: algo.id, origin });
  algo.childOrderId = child.id;
  changes.touchAlgo(algo);
  sendOrder(changes, account, child);
  return undefined;
}

function failAlgo(changes: Changes, algo: Algo, { code }: Refusal): void {
  algo.failCode = code;
  const state = algo.actualLots === 0 ? AlgoState.orderFailed : AlgoState.effective;
  finishAlgo(changes, algo, state, EndReason.childRefused);
}
