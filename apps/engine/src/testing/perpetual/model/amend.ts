/** Amending orders and algos. */
import {
  AlgoKind,
  type CommandOf,
  EndReason,
  isClosing,
  MarketState,
  type Op,
  PriceSource,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { attachedOf, cancelAlgo, hasLegs, isWaiting, kindOf, legsOf, settleWaiting } from './algo-life.ts';
import { freezeOf, objection } from './checks.ts';
import {
  type Answer,
  countAlgos,
  findAlgo,
  findOrder,
  isOrderTicks,
  isTicks,
  isTrueAlready,
  merge,
  objectionToAlgoLots,
  priceNow,
} from './command-parts.ts';
import { endOrder } from './order-life.ts';
import { attachAtRest, send } from './orders.ts';
import type { Algo, Legs, Order, Refusal, World } from './state.ts';
import { liveOrder, rest } from './world.ts';

type AmendOrder = CommandOf<typeof Op.amendOrder>;

export function amendOrder(world: World, command: AmendOrder, answer: Answer): Refusal | undefined {
  const order = findOrder(world, command, answer);
  if ('code' in order) return order;
  answer.orderId = order.id;
  const legs = merge(order.market, order, command);
  const refusal = legs ? objectionToAmend(world, order, command, legs) : { code: RejectCode.outOfRange };
  if (refusal || !legs) {
    if (command.cancelOnFail) endOrder(world, order, EndReason.amendFailed);
    return refusal;
  }
  apply(world, order, command, legs);
  return undefined;
}

/** 0 keeps price and size. */
function termsOf(order: Order, command: AmendOrder): { price: bigint; lots: bigint } {
  return {
    price: command.priceTicks === 0 ? order.price : BigInt(command.priceTicks),
    lots: command.lots === 0 ? order.lots : BigInt(command.lots),
  };
}

function isInPlace(order: Order, { price, lots }: { price: bigint; lots: bigint }): boolean {
  return price === order.price && lots <= order.lots;
}

function objectionToAmend(world: World, order: Order, command: AmendOrder, legs: Legs): Refusal | undefined {
  const { market, filled } = order;
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  const isWhole = Number.isSafeInteger(command.lots) && Number.isSafeInteger(command.priceTicks);
  if (!isWhole || command.lots < 0 || command.priceTicks < 0) return { code: RejectCode.outOfRange };
  const terms = termsOf(order, command);
  if (terms.lots < filled) return { code: RejectCode.sizeBelowFilled, required: terms.lots, available: filled };
  const byLegs = objectionToLegs(world, order, command, legs, terms.price);
  if (byLegs || terms.lots === filled) return byLegs;
  if (!isInPlace(order, terms)) {
    const { user, mode, side, position, type, selfTrade } = order;
    return objection(
      world,
      { user, market, mode, side, position, type, selfTrade, price: terms.price, lots: terms.lots - filled },
      order,
    );
  }
  const smallest = BigInt(market.settings.minLots);
  return terms.lots < smallest && terms.lots < order.lots
    ? { code: RejectCode.sizeTooSmall, required: smallest, available: terms.lots }
    : undefined;
}

/** Legs belong to the order until its first fill arms them. */
function objectionToLegs(
  world: World,
  order: Order,
  command: AmendOrder,
  legs: Legs,
  price: bigint,
): Refusal | undefined {
  const changes = command.tpTriggerTicks !== 0 || command.slTriggerTicks !== 0;
  const isArmed = order.attachedAlgoId !== 0n && order.filled > 0n;
  if (changes && isArmed) return { code: RejectCode.alreadyFired };
  if (changes && isClosing(order)) return { code: RejectCode.outOfRange };
  if (isArmed || !hasLegs(legs)) return undefined;
  const { market, user } = order;
  if (!attachedOf(world, order) && countAlgos(world, user, market) >= market.settings.algosMax)
    return { code: RejectCode.tooManyAlgos };
  return isTrueAlready(order.position, legs, () => price) ? { code: RejectCode.triggerSide } : undefined;
}

function apply(world: World, order: Order, command: AmendOrder, legs: Legs): void {
  const terms = termsOf(order, command);
  const staysInPlace = isInPlace(order, terms);
  order.lots = terms.lots;
  order.price = terms.price;
  Object.assign(order, legs);
  followWith(world, order);
  if (rest(order) === 0n) {
    endOrder(world, order, EndReason.filled);
  } else if (staysInPlace) {
    order.freeze = freezeOf(order);
    attachAtRest(world, order);
  } else {
    order.freeze = 0n;
    order.queue = 0;
    order.acceptedMark = order.market.mark;
    send(world, order);
  }
}

/** The algo whose child it is wants as much as it; its own legs follow it until they are armed. */
function followWith(world: World, order: Order): void {
  const parent = world.algos.find(({ id, hasEnded }) => id === order.algoId && !hasEnded);
  if (parent) parent.lots = order.lots;
  const attached = attachedOf(world, order);
  if (!attached || order.filled > 0n || !isWaiting(attached)) return;
  if (hasLegs(order)) Object.assign(attached, legsOf(order), { type: kindOf(order), lots: order.lots });
  else cancelAlgo(world, attached, EndReason.user);
}

type AmendAlgo = CommandOf<typeof Op.amendAlgo>;

export function amendAlgo(world: World, command: AmendAlgo, answer: Answer): Refusal | undefined {
  const algo = findAlgo(world, command, answer);
  if ('code' in algo) return algo;
  answer.orderId = algo.id;
  if (!isWaiting(algo)) return { code: RejectCode.alreadyFired };
  if (algo.market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (command.lots !== 0) {
    const isMarket = algo.type === AlgoKind.trigger && algo.triggerOrderTicks === -1n;
    const refusal = objectionToAlgoLots(algo.market, command.lots, isMarket);
    if (refusal) return refusal;
  }
  const content = algo.type === AlgoKind.trigger ? triggerOf(algo, command) : legsFor(world, algo, command);
  if ('code' in content) return content as Refusal;
  Object.assign(algo, content);
  if (command.lots !== 0) algo.lots = BigInt(command.lots);
  const parent = unfilledParent(world, algo);
  if (parent) Object.assign(parent, legsOf(algo));
  settleWaiting(world, algo);
  return undefined;
}

function unfilledParent(world: World, algo: Algo): Order | undefined {
  const parent = liveOrder(world, algo.parentId);
  return parent?.filled === 0n ? parent : undefined;
}

function triggerOf(algo: Algo, command: AmendAlgo): Partial<Algo> | Refusal {
  const { market } = algo;
  const isMoved = command.triggerTicks !== 0;
  const orderTicks = command.triggerOrderTicks || Number(algo.triggerOrderTicks);
  const by = isMoved ? command.triggerBy : algo.triggerBy;
  const isRight = !isMoved || isTicks(command.triggerTicks, market);
  if (!isRight || !isOrderTicks(orderTicks, market) || by > PriceSource.mark) return { code: RejectCode.outOfRange };
  if (!isMoved) return { triggerOrderTicks: BigInt(orderTicks) };
  const reference = priceNow(market, by) || market.mark;
  const triggerTicks = BigInt(command.triggerTicks);
  if (triggerTicks === reference) return { code: RejectCode.triggerSide };
  return { triggerTicks, triggerBy: by, triggersUp: triggerTicks > reference, triggerOrderTicks: BigInt(orderTicks) };
}

function legsFor(world: World, algo: Algo, command: AmendAlgo): Partial<Algo> | Refusal {
  const legs = merge(algo.market, algo, command);
  if (!legs || !hasLegs(legs)) return { code: RejectCode.outOfRange };
  const parent = unfilledParent(world, algo);
  const isWrong = isTrueAlready(algo.position, legs, (source) => parent?.price ?? priceNow(algo.market, source));
  return isWrong ? { code: RejectCode.triggerSide } : { ...legs, type: kindOf(legs) };
}
