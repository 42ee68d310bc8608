/** cancelOrder and cancelAll. They work on a market of any status. */
import { CancelScope, CloseReason, RejectCode, recordLength } from '@pelican/shared/engine/spot';
import { isPositiveSafe } from '../../kernel/limits.ts';
import { findUser, UserField } from '../accounts/users.ts';
import { KeyField } from '../arena/directory.ts';
import type { Market } from '../book/market.ts';
import { findOrder } from '../book/order-index.ts';
import { OrderField } from '../book/orders.ts';
import type { Shard } from '../state.ts';
import { closeRestingOrder } from './match.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { cancelledByUser: closedCancelledByUser } = CloseReason;
const { tag: keyTag, user: keyUser } = KeyField;
const { seat: orderSeat, userNext: orderUserNext } = OrderField;
const {
  none: rejectNone,
  orderNotFound: rejectOrderNotFound,
  outOfRange: rejectOutOfRange,
  unknownAsset: rejectUnknownAsset,
  unknownMarket: rejectUnknownMarket,
} = RejectCode;
const { firstOrder: userFirstOrder, openOrders: userOpenOrders } = UserField;
const { orderClosed: lengthOfOrderClosed } = recordLength;

const cancelOrderLength = 24;
const cancelAllLength = 16;

/** Applies the cancelOrder command at byte `at` of the input. */
export function cancelOrder(shard: Shard, at: number, byteLength: number): void {
  const { input, reply, memory } = shard;
  if (byteLength < cancelOrderLength) {
    reply.code = rejectOutOfRange;
    return;
  }
  const marketId = (input.i32[(at >> 2) + 2] as number) & 0xffff;
  const orderId = input.f64[(at >> 3) + 2] as number;
  if (isPositiveSafe(orderId)) reply.orderId = orderId;
  const order = findOrder(shard.book.index, memory, orderId);
  const seat = order === 0 ? 0 : (memory.i32[order * 8 + orderSeat] as number) * 8;
  const orderMarket = (memory.i32[seat + keyTag] as number) & 0xffff;
  const isTheirs =
    order !== 0 &&
    memory.i32[seat + keyUser] === input.i32[(at >> 2) + 1] &&
    (marketId === 0 || marketId === orderMarket);
  if (isTheirs) {
    closeRestingOrder(shard, shard.markets[orderMarket] as Market, order, closedCancelledByUser);
  } else reply.code = rejectOrderNotFound;
}

/** Applies the cancelAll command at byte `at` of the input: oldest orders first; answers how many there were. */
export function cancelAll(shard: Shard, at: number, byteLength: number): void {
  const { input, reply, memory } = shard;
  const scope = (input.i32[at >> 2] as number) >>> 24;
  if (byteLength < cancelAllLength || scope > CancelScope.asset) {
    reply.code = rejectOutOfRange;
    return;
  }
  const target = (input.i32[(at >> 2) + 2] as number) & 0xffff;
  reply.code = checkTarget(shard, scope, target);
  const userRecord = findUser(shard.directory, memory, input.i32[(at >> 2) + 1] as number);
  if (reply.code !== rejectNone || userRecord === 0) return;
  shard.events.room((memory.i32[userRecord * 8 + userOpenOrders] as number) * lengthOfOrderClosed + 512);
  let order = memory.i32[userRecord * 8 + userFirstOrder] as number;
  while (order !== 0) {
    const next = memory.i32[order * 8 + orderUserNext] as number;
    const seat = memory.i32[order * 8 + orderSeat] as number;
    const market = shard.markets[(memory.i32[seat * 8 + keyTag] as number) & 0xffff] as Market;
    if (isInScope(market, scope, target)) {
      closeRestingOrder(shard, market, order, closedCancelledByUser);
      reply.orderId++;
    }
    order = next;
  }
}

function checkTarget(shard: Shard, scope: number, target: number): RejectCode {
  if (scope === CancelScope.market && !shard.markets[target]) return rejectUnknownMarket;
  if (scope === CancelScope.asset && !shard.assets[target]) return rejectUnknownAsset;
  return rejectNone;
}

function isInScope(market: Market, scope: number, target: number): boolean {
  if (scope === CancelScope.market) return market.id === target;
  return scope === CancelScope.all || market.base === target || market.quote === target;
}
