/** amendAlgo: size and triggers of an algo that has not fired. */
import {
  AlgoKind,
  type CommandOf,
  MarketState,
  marketPriceTicks,
  type Op,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { attachedLegsError, triggerDirection, triggerSideError } from '@pelican/shared/perpetual';
import { hasLegs, isWaiting, kindOfLegs, legsOf, settleWaiting } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import type { Refusal } from '../orders/check-order.ts';
import type { Algo, Legs, Order } from '../state.ts';
import { isOrderTicks, isPriceSource, isTicks, mergeLegs, referenceTicks } from './checks.ts';
import { findAlgo } from './find.ts';
import { refusalOfAlgoLots } from './place-algo.ts';

type AmendAlgo = CommandOf<typeof Op.amendAlgo>;
type Content = Pick<Algo, 'type' | 'lots' | 'triggerTicks' | 'triggerOrderTicks' | 'triggerBy' | 'triggersUp'> & Legs;

export function amendAlgo(changes: Changes, command: AmendAlgo): Refusal | undefined {
  const algo = findAlgo(changes, command);
  if ('code' in algo) return algo;
  changes.reply.orderId = algo.id;
  if (!isWaiting(algo)) return { code: RejectCode.alreadyFired };
  if (algo.market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  const content = contentOf(changes, algo, command);
  if ('code' in content) return content;
  Object.assign(algo, content);
  const parent = unfilledParentOf(changes, algo);
  if (parent) {
    Object.assign(parent, legsOf(algo));
    changes.touchOrder(parent);
  }
  changes.touchAlgo(algo);
  settleWaiting(changes, algo);
  return undefined;
}

function unfilledParentOf(changes: Changes, algo: Algo): Order | undefined {
  const parent = changes.shard.orders.get(algo.parentOrderId);
  return parent?.filledLots === 0 ? parent : undefined;
}

function contentOf(changes: Changes, algo: Algo, command: AmendAlgo): Content | Refusal {
  const lots = command.lots === 0 ? algo.lots : command.lots;
  const isMarket = algo.type === AlgoKind.trigger && algo.triggerOrderTicks === marketPriceTicks;
  const refusal = command.lots === 0 ? undefined : refusalOfAlgoLots(algo.market, lots, isMarket);
  if (refusal) return refusal;
  return algo.type === AlgoKind.trigger ? triggerOf(algo, command, lots) : legsFor(changes, algo, command, lots);
}

function triggerOf(algo: Algo, command: AmendAlgo, lots: number): Content | Refusal {
  const { market } = algo;
  const isMoved = command.triggerTicks !== 0;
  const triggerTicks = isMoved ? command.triggerTicks : algo.triggerTicks;
  const triggerBy = isMoved ? command.triggerBy : algo.triggerBy;
  const triggerOrderTicks = command.triggerOrderTicks === 0 ? algo.triggerOrderTicks : command.triggerOrderTicks;
  if (!isTicks(triggerTicks, market) || !isOrderTicks(triggerOrderTicks, market) || !isPriceSource(triggerBy))
    return { code: RejectCode.outOfRange };
  const direction = triggerDirection(triggerTicks, referenceTicks(market, triggerBy) || market.markTicks);
  if (isMoved && direction === null) return { code: RejectCode.triggerSide };
  const triggersUp = isMoved ? direction === 'up' : algo.triggersUp;
  return { ...legsOf(algo), type: algo.type, lots, triggerTicks, triggerOrderTicks, triggerBy, triggersUp };
}

function legsFor(changes: Changes, algo: Algo, command: AmendAlgo, lots: number): Content | Refusal {
  const { market, position, triggerTicks, triggerOrderTicks, triggerBy, triggersUp } = algo;
  const legs = mergeLegs(market, algo, command);
  if (!legs || !hasLegs(legs)) return { code: RejectCode.outOfRange };
  const parent = unfilledParentOf(changes, algo);
  const wrong = parent
    ? attachedLegsError(position, legs, parent.priceTicks)
    : triggerSideError(position, legs, (source) => referenceTicks(market, source));
  if (wrong !== null) return { code: RejectCode.triggerSide };
  return { ...legs, type: kindOfLegs(legs), lots, triggerTicks, triggerOrderTicks, triggerBy, triggersUp };
}
