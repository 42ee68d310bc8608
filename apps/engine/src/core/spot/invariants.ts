/** The promises of a shard's state, checked against the state itself. Each failure throws with the values. */
import { Side } from '@pelican/shared/engine/spot';
import { notionalOf } from '@pelican/shared/money';
import { limb } from '../kernel/limits.ts';
import { SeatField } from './accounts/seats.ts';
import { UserField } from './accounts/users.ts';
import { allSeats, Kind, recordsOfKind, subjectOf, userOf } from './arena/directory.ts';
import { isBuyOrder, priceOfOrder } from './book/book.ts';
import { type Market, MarketFigure } from './book/market.ts';
import { findOrder, indexedCount } from './book/order-index.ts';
import { allBalances, bookOrders, type OpenOrder, openOrders, totalOf } from './inspect.ts';
import type { Shard } from './state.ts';

/**
 * Throws unless: no balance is negative, what is frozen is the sum over the open orders, the books are sorted and not
 * crossed, the counts of orders agree, and all balances of an asset add up to what was transferred in minus out.
 */
export function checkInvariants(shard: Shard): void {
  checkCells(shard);
  const orders = listOrders(shard);
  checkBooks(shard);
  checkIndexes(shard, orders);
  checkFrozen(shard, orders);
  checkConservation(shard);
  checkSeats(shard);
}

function fail(promise: string, values: Record<string, unknown>): never {
  const text = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  throw new Error(`broken promise: ${promise} (${text.join(', ')})`);
}

function listedMarkets(shard: Shard): Market[] {
  return shard.markets.filter((market) => market !== undefined);
}

function listOrders(shard: Shard): OpenOrder[] {
  return listedMarkets(shard).flatMap((market) => [
    ...bookOrders(shard, market.id, Side.buy),
    ...bookOrders(shard, market.id, Side.sell),
  ]);
}

function checkCells(shard: Shard): void {
  const { f64 } = shard.memory;
  for (const cell of recordsOfKind(shard.directory, shard.memory, Kind.cell)) {
    for (const low of [f64[cell * 4] as number, f64[cell * 4 + 1] as number]) {
      if (!(low >= 0 && low < limb && Number.isInteger(low))) fail('a balance is in range', { cell, low });
    }
  }
}

function checkBooks(shard: Shard): void {
  for (const market of listedMarkets(shard)) {
    const bids = bookOrders(shard, market.id, Side.buy);
    const asks = bookOrders(shard, market.id, Side.sell);
    checkQueue(bids, (earlier, later) => earlier > later);
    checkQueue(asks, (earlier, later) => earlier < later);
    const bestBid = bids[0]?.priceTicks ?? 0;
    const bestAsk = asks[0]?.priceTicks ?? Number.POSITIVE_INFINITY;
    if (bestBid >= bestAsk) fail('a book is not crossed', { market: market.id, bestBid, bestAsk });
    const counted = market.figures[MarketFigure.openOrders];
    if (counted !== bids.length + asks.length) fail('a market counts its orders', { market: market.id, counted });
  }
}

function checkQueue(orders: OpenOrder[], isBetter: (earlier: number, later: number) => boolean): void {
  for (let i = 1; i < orders.length; i++) {
    const earlier = orders[i - 1] as OpenOrder;
    const later = orders[i] as OpenOrder;
    const isOrdered = isBetter(earlier.priceTicks, later.priceTicks) || earlier.priceTicks === later.priceTicks;
    if (!isOrdered) fail('a book is sorted by price', { earlier: earlier.orderId, later: later.orderId });
  }
}

function checkIndexes(shard: Shard, orders: OpenOrder[]): void {
  const { book, memory } = shard;
  const indexed = indexedCount(book.index);
  if (book.orders.live !== orders.length || indexed !== orders.length) {
    fail('all counts of orders agree', { live: book.orders.live, indexed, resting: orders.length });
  }
  for (const order of orders) {
    const record = findOrder(book.index, memory, order.orderId);
    if (record === 0) fail('an open order is found by its id', { order: order.orderId });
    const isSame =
      priceOfOrder(memory, record) === order.priceTicks && isBuyOrder(memory, record) === (order.side === Side.buy);
    if (!isSame) fail('the index names the order itself', { order: order.orderId, record });
    if (!(order.remainingLots > 0 && order.remainingLots <= order.amountLots)) {
      fail('an open order has something left', { order: order.orderId, remaining: order.remainingLots });
    }
  }
  checkUserLists(shard, orders.length);
}

function checkUserLists(shard: Shard, orderCount: number): void {
  const { memory } = shard;
  let listed = 0;
  for (const record of recordsOfKind(shard.directory, memory, Kind.user)) {
    const user = userOf(memory, record);
    const counted = memory.i32[record * 8 + UserField.openOrders];
    const own = openOrders(shard, user);
    if (counted !== own.length) fail("a user's orders are counted", { user, counted, listed: own.length });
    const isSorted = own.every(({ orderId }, at) => at === 0 || orderId > (own[at - 1] as OpenOrder).orderId);
    if (!isSorted) fail("a user's list is sorted by id", { user });
    listed += own.length;
  }
  if (listed !== orderCount) fail("every order is in its user's list", { listed, resting: orderCount });
}

function checkFrozen(shard: Shard, orders: OpenOrder[]): void {
  const frozen = new Map<string, bigint>();
  for (const order of orders) {
    const market = shard.markets[order.market] as Market;
    const isBuy = order.side === Side.buy;
    const least = isBuy
      ? notionalOf(order.priceTicks, order.remainingLots, market.tickLotQuoteUnits)
      : order.remainingLots * market.lotBaseUnits;
    if (order.frozen < least || (!isBuy && order.frozen !== least)) {
      fail('a freeze covers its order', { order: order.orderId, frozen: order.frozen, least });
    }
    const key = `${order.user} ${isBuy ? market.quote : market.base}`;
    frozen.set(key, (frozen.get(key) ?? 0n) + BigInt(order.frozen));
  }
  for (const balance of allBalances(shard)) {
    const key = `${balance.user} ${balance.asset}`;
    if (balance.frozen !== (frozen.get(key) ?? 0n)) {
      fail('what is frozen is the sum over the open orders', {
        user: balance.user,
        asset: balance.asset,
        frozen: balance.frozen,
        orders: frozen.get(key) ?? 0n,
      });
    }
    frozen.delete(key);
  }
  for (const [key, sum] of frozen) fail('every freeze stands in a balance', { userAndAsset: key, sum });
}

function checkConservation(shard: Shard): void {
  const sums = new Map<number, bigint>();
  for (const balance of allBalances(shard)) {
    sums.set(balance.asset, (sums.get(balance.asset) ?? 0n) + balance.available + balance.frozen);
  }
  for (const asset of shard.assets) {
    if (!asset) continue;
    const id = asset.settings.id;
    const sum = sums.get(id) ?? 0n;
    if (sum !== totalOf(shard, id)) fail('an asset is conserved', { asset: id, sum, total: totalOf(shard, id) });
  }
}

function checkSeats(shard: Shard): void {
  const { memory } = shard;
  for (const seat of allSeats(shard.directory, memory)) {
    const market = shard.markets[subjectOf(memory, seat)] as Market;
    const base = memory.i32[seat * 8 + SeatField.baseCell] as number;
    const quote = memory.i32[seat * 8 + SeatField.quoteCell] as number;
    const isRight =
      subjectOf(memory, base) === market.base &&
      subjectOf(memory, quote) === market.quote &&
      [base, quote].every((cell) => userOf(memory, cell) === userOf(memory, seat));
    if (!isRight) fail('a seat holds the cells of its user and market', { seat, market: market.id });
  }
}
