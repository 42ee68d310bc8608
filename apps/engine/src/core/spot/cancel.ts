/** cancelOrder and cancelAll. They work on a market of any status. */
import { CancelScope } from '@pelican/shared/engine/commands.ts';
import { CloseReason } from '@pelican/shared/engine/events.ts';
import { RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import { SeatField } from '../accounts/seats.ts';
import { findUser, UserField } from '../accounts/users.ts';
import type { Market } from '../book/market.ts';
import { findOrder } from '../book/order-index.ts';
import { OrderField } from '../book/order-pool.ts';
import { isPositiveSafe } from '../limits.ts';
import type { Shard } from '../state.ts';
import { closeRestingOrder } from './match.ts';

const cancelOrderLength = 24;
const cancelAllLength = 16;

/** Applies the cancelOrder command at byte `at` of the input. */
export function cancelOrder(shard: Shard, at: number, byteLength: number): void {
  const { input, reply, seats } = shard;
  if (byteLength < cancelOrderLength) {
    reply.code = RejectCode.outOfRange;
    return;
  }
  const marketId = input.u16[(at >> 1) + 4] as number;
  const orderId = input.f64[(at >> 3) + 2] as number;
  if (isPositiveSafe(orderId)) reply.orderId = orderId;
  const order = findOrder(shard.book.index, shard.book.orders, orderId);
  const seat = order < 0 ? 0 : (shard.book.orders.i32[order * 16 + OrderField.seat] as number) * 8;
  const orderMarket = seats.i32[seat + SeatField.market] as number;
  const isTheirs =
    order >= 0 &&
    seats.i32[seat] === ((input.u32[(at >> 2) + 1] as number) | 0) &&
    (marketId === 0 || marketId === orderMarket);
  if (!isTheirs) {
    reply.code = RejectCode.orderNotFound;
    return;
  }
  closeRestingOrder(shard, shard.markets[orderMarket] as Market, order, CloseReason.cancelledByUser);
}

/** Applies the cancelAll command at byte `at` of the input: oldest orders first; answers how many there were. */
export function cancelAll(shard: Shard, at: number, byteLength: number): void {
  const { input, reply } = shard;
  const scope = input.bytes[at + 3] as number;
  if (byteLength < cancelAllLength || scope > CancelScope.asset) {
    reply.code = RejectCode.outOfRange;
    return;
  }
  const target = input.u16[(at >> 1) + 4] as number;
  reply.code = checkTarget(shard, scope, target);
  const slot = findUser(shard.users, input.u32[(at >> 2) + 1] as number);
  if (reply.code !== RejectCode.none || slot < 0) return;
  let order = shard.users.i32[slot * 8 + UserField.firstOrder] as number;
  while (order >= 0) {
    const next = shard.book.orders.i32[order * 16 + OrderField.userNext] as number;
    const seat = shard.book.orders.i32[order * 16 + OrderField.seat] as number;
    const market = shard.markets[shard.seats.i32[seat * 8 + SeatField.market] as number] as Market;
    if (isInScope(market, scope, target)) {
      closeRestingOrder(shard, market, order, CloseReason.cancelledByUser);
      reply.orderId++;
    }
    order = next;
  }
}

function checkTarget(shard: Shard, scope: number, target: number): RejectCode {
  if (scope === CancelScope.market && !shard.markets[target]) return RejectCode.unknownMarket;
  if (scope === CancelScope.asset && !shard.assets[target]) return RejectCode.unknownAsset;
  return RejectCode.none;
}

function isInScope(market: Market, scope: number, target: number): boolean {
  if (scope === CancelScope.market) return market.id === target;
  return scope === CancelScope.all || market.base === target || market.quote === target;
}
