/** The commands about orders: what each checks, in its order, and does. */
import {
  AlgoState,
  CancelWhat,
  type CommandOf,
  EndReason,
  isClosing,
  MarketState,
  type Op,
  OrderKind,
  RejectCode,
  SelfTrade,
} from '@pelican/shared/engine/perpetual';
import { algosOf, cancelAlgo, hasLegs, noLegs } from './algo-life.ts';
import { limitOf, type OrderIntent, objection, walk } from './checks.ts';
import {
  type Answer,
  countAlgos,
  type Done,
  findOrder,
  isCount,
  isOriginTooLong,
  isRepeated,
  isTrueAlready,
  isUser,
  marketOf,
  merge,
  outOfRange,
  remember,
} from './command-parts.ts';
import { cancelClosing } from './fills.ts';
import { endOrder } from './order-life.ts';
import { makeOrder, send } from './orders.ts';
import type { Legs, Market, World } from './state.ts';
import { closingSide } from './takeover.ts';
import { accountOf, ordersOf, positionAt, rest } from './world.ts';

export function placeOrder(world: World, command: CommandOf<typeof Op.placeOrder>, answer: Answer): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode, side, position, type, selfTrade } = command;
  const isRight = isUser(user) && mode <= 1 && side <= 1 && position <= 1 && type <= OrderKind.fok;
  if (!isRight || selfTrade > SelfTrade.cancelBoth || isOriginTooLong(command)) return outOfRange;
  if (isRepeated(world, command, answer)) return undefined;
  if (command.reduceOnly && !isClosing(command)) return { code: RejectCode.reduceOnlyConflict };
  const legs = merge(market, noLegs, command);
  if (!legs) return outOfRange;
  accountOf(world, user);
  // What is no whole number is refused where its check stands.
  const price = Number.isSafeInteger(command.priceTicks) ? BigInt(command.priceTicks) : -1n;
  const lots = isCount(command.lots) ? BigInt(command.lots) : 0n;
  const wanted: OrderIntent = { user, market, mode, side, position, type, selfTrade, price, lots };
  const refusal = objection(world, wanted) ?? objectionToLegs(world, wanted, legs);
  if (refusal) return refusal;
  const order = makeOrder(world, wanted, legs, 0n);
  answer.orderId = order.id;
  remember(world, command, order.id);
  send(world, order);
  return undefined;
}

function objectionToLegs(world: World, wanted: OrderIntent, legs: Legs): Done {
  if (!hasLegs(legs)) return undefined;
  if (isClosing(wanted)) return outOfRange;
  const { market, user, type, price, position } = wanted;
  if (countAlgos(world, user, market) >= market.settings.algosMax) return { code: RejectCode.tooManyAlgos };
  const reference = type === OrderKind.market ? market.last || market.mark : price;
  return isTrueAlready(position, legs, () => reference) ? { code: RejectCode.triggerSide } : undefined;
}

export function cancelOrder(world: World, command: CommandOf<typeof Op.cancelOrder>, answer: Answer): Done {
  const order = findOrder(world, command, answer);
  if ('code' in order) return order;
  answer.orderId = order.id;
  endOrder(world, order, EndReason.user);
  return undefined;
}

/** The ten oldest. */
export function cancelMany(world: World, command: CommandOf<typeof Op.cancelMany>, answer: Answer): Done {
  if (command.what > CancelWhat.algos) return outOfRange;
  if (command.market !== 0 && !marketOf(world, command.market)) return { code: RejectCode.unknownMarket };
  const isThere = ({ market }: { market: Market }) => command.market === 0 || market.id === command.market;
  const orders = command.what === CancelWhat.orders ? ordersOf(world, command.user).filter(isThere) : [];
  const algos = command.what === CancelWhat.algos ? algosOf(world, command.user).filter(isThere) : [];
  const cancellable = algos.filter(({ state }) => state !== AlgoState.effective);
  const count = orders.length + cancellable.length;
  for (const order of orders.slice(0, 10)) endOrder(world, order, EndReason.user);
  for (const algo of cancellable.slice(0, 10)) cancelAlgo(world, algo, EndReason.user);
  answer.orderId = BigInt(Math.min(10, count));
  answer.available = BigInt(Math.max(0, count - 10));
  return undefined;
}

export function closePosition(world: World, command: CommandOf<typeof Op.closePosition>, answer: Answer): Done {
  const market = marketOf(world, command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { user, mode, position } = command;
  const held = positionAt(world, user, { market, mode, position });
  if (!held) return { code: RejectCode.positionNotFound };
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  const side = closingSide(position);
  const wanted: OrderIntent = {
    user,
    market,
    mode,
    side,
    position,
    type: OrderKind.market,
    price: 0n,
    lots: held.lots,
    selfTrade: 0,
  };
  const ahead = walk(world, wanted, held.lots, limitOf(wanted));
  if (ahead.lots === 0n) return { code: ahead.isGuarded ? RejectCode.bankruptcyGuard : RejectCode.emptyBook };
  cancelClosing(world, held, EndReason.closePosition);
  const order = makeOrder(world, wanted, noLegs, 0n);
  answer.orderId = order.id;
  send(world, order);
  answer.available = rest(order);
  return undefined;
}
