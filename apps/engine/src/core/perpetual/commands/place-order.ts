/** placeOrder: a user's limit, market, post-only, IOC or FOK order. */
import { isClosing, OrderKind, RejectCode, SelfTrade } from '@pelican/shared/engine/perpetual';
import { attachedLegsError } from '@pelican/shared/perpetual';
import { hasLegs } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { type OrderIntent, type Refusal, refusalOf } from '../orders/check-order.ts';
import { isOriginRight } from '../orders/origin.ts';
import { makeOrder, sendOrder } from '../orders/place.ts';
import { seatOf } from '../positions/accounts.ts';
import type { Legs, Market, Seat } from '../state.ts';
import { accountFor, isPerson, isTarget, readLegs } from './checks.ts';
import { answerRepeated, rememberKey } from './client-keys.ts';
import type { PlaceOrder } from './read-command.ts';

export function placeOrder(changes: Changes, command: PlaceOrder): Refusal | undefined {
  const market = changes.shard.markets.get(command.market);
  if (!market) return { code: RejectCode.unknownMarket };
  const { origin } = changes.shard;
  if (!isWellFormed(command) || !isOriginRight(origin)) return { code: RejectCode.outOfRange };
  if (answerRepeated(changes, command)) return undefined;
  if (command.reduceOnly && !isClosing(command)) return { code: RejectCode.reduceOnlyConflict };
  const legs = readLegs(market, command);
  if (!legs) return { code: RejectCode.outOfRange };
  const account = accountFor(changes, command.user);
  const intent = intentOf(market, seatOf(account, market), command);
  const refusal = refusalOf(account, intent) ?? refusalOfLegs(intent, legs);
  if (refusal) return refusal;
  const order = makeOrder(changes, account, intent, { legs, algoId: 0, origin });
  changes.reply.orderId = order.id;
  rememberKey(changes, command, order.id);
  sendOrder(changes, account, order);
  return undefined;
}

let scratch: OrderIntent | undefined;

/** The same object each time: it is good until the next order. */
function intentOf(
  market: Market,
  seat: Seat,
  { mode, side, position, type, priceTicks, lots, selfTrade }: PlaceOrder,
): OrderIntent {
  if (!scratch) {
    scratch = { market, seat, mode, side, position, type, priceTicks, lots, selfTrade };
    return scratch;
  }
  scratch.market = market;
  scratch.seat = seat;
  scratch.mode = mode;
  scratch.side = side;
  scratch.position = position;
  scratch.type = type;
  scratch.priceTicks = priceTicks;
  scratch.lots = lots;
  scratch.selfTrade = selfTrade;
  return scratch;
}

function isWellFormed(command: PlaceOrder): boolean {
  return (
    isPerson(command.user) &&
    isTarget(command) &&
    command.type <= OrderKind.fok &&
    command.selfTrade <= SelfTrade.cancelBoth
  );
}

/** TP and SL belong to what an order opens. */
function refusalOfLegs(intent: OrderIntent, legs: Readonly<Legs>): Refusal | undefined {
  if (!hasLegs(legs)) return undefined;
  if (isClosing(intent)) return { code: RejectCode.outOfRange };
  const { market, seat, position } = intent;
  if (seat.algoCount >= market.settings.algosMax) return { code: RejectCode.tooManyAlgos };
  const isWrong = attachedLegsError(position, legs, referenceOf(market, intent)) !== null;
  return isWrong ? { code: RejectCode.triggerSide } : undefined;
}

function referenceOf(market: Market, { type, priceTicks }: OrderIntent): number {
  return type === OrderKind.market ? market.lastTicks || market.markTicks : priceTicks;
}
