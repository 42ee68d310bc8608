/**
 * A shard as bytes: everything that a later command can depend on and nothing else, in one canonical order, so that
 * equal states give equal bytes whatever their history. Slots, hashes and spare room are built anew on reading.
 */
import { type AssetSettings, type MarketSettings, Side } from '@pelican/shared/engine/spot';
import { openOrdersMaxDefault } from '../kernel/limits.ts';
import { decodeShardState, encodeShardState } from '../kernel/shard-state.ts';
import {
  hashOfBytes,
  openSnapshot,
  type SnapshotReader,
  SnapshotWriter,
  sealSnapshot,
} from '../kernel/snapshot-bytes.ts';
import { addFrozen, CellField } from './accounts/cells.ts';
import { seatFor } from './accounts/open-seat.ts';
import { SeatField } from './accounts/seats.ts';
import { termsFor } from './accounts/terms.ts';
import { openOrdersMaxOf, ownFeesOf, setUserLimits, userFlagsOf, userFor } from './accounts/users.ts';
import { Kind, recordsOfKind, subjectOf, userOf } from './arena/directory.ts';
import { BookOrder, enterQueue, leaveQueue, restOrder } from './book/book.ts';
import { type Market, MarketFigure } from './book/market.ts';
import { findOrder } from './book/order-index.ts';
import { applySettings } from './configure.ts';
import { bookOrders, type OpenOrder } from './inspect.ts';
import { accountOf, productionCapacity, Shard, type ShardCapacity } from './state.ts';

const snapshotVersion = 5;

/** The canonical bytes of a shard: version, checksum, content. */
export function encodeSnapshot(shard: Shard): Uint8Array {
  return sealSnapshot(snapshotVersion, encodeContent(shard));
}

/** A short name of a shard's state: equal states have equal names. */
export function stateHash(shard: Shard): string {
  return hashOfBytes(encodeContent(shard));
}

/** The shard of a snapshot. @throws Error when the bytes are damaged, of another version or of another shard */
export function decodeSnapshot(
  shardId: number,
  bytes: Uint8Array,
  capacity: ShardCapacity = productionCapacity,
): Shard {
  const shard = new Shard(shardId, capacity);
  decodeContent(shard, openSnapshot(snapshotVersion, bytes));
  return shard;
}

function encodeContent(shard: Shard): Uint8Array {
  const writer = new SnapshotWriter();
  encodeShardState(writer, shard);
  for (const counter of shard.counters) writer.number(counter);
  writer.number(shard.serviceAsset);
  writer.number(shard.pivotAsset);
  encodeAssets(shard, writer);
  encodeMarkets(shard, writer);
  encodeUsers(shard, writer);
  encodeBalances(shard, writer);
  encodeOrders(shard, writer);
  return writer.finish();
}

function decodeContent(shard: Shard, reader: SnapshotReader): void {
  decodeShardState(reader, shard);
  for (let i = 0; i < shard.counters.length; i++) shard.counters[i] = reader.number();
  shard.serviceAsset = reader.number();
  shard.pivotAsset = reader.number();
  decodeAssets(shard, reader);
  decodeMarkets(shard, reader);
  decodeUsers(shard, reader);
  decodeBalances(shard, reader);
  decodeOrders(shard, reader);
  if (!reader.isAtEnd) throw new Error('a snapshot has bytes after its end');
}

function encodeAssets(shard: Shard, writer: SnapshotWriter): void {
  const assets = shard.assets.filter((asset) => asset !== undefined);
  writer.list(assets, (asset) => {
    writer.text(JSON.stringify(asset.settings));
    writer.number(asset.totalLow);
    writer.number(asset.totalHigh);
  });
}

function decodeAssets(shard: Shard, reader: SnapshotReader): void {
  reader.list(() => {
    const settings = JSON.parse(reader.text()) as AssetSettings;
    shard.assets[settings.id] = { settings, totalLow: reader.number(), totalHigh: reader.number() };
  });
}

function listedMarkets(shard: Shard): Market[] {
  return shard.markets.filter((market) => market !== undefined);
}

function encodeMarkets(shard: Shard, writer: SnapshotWriter): void {
  writer.list(listedMarkets(shard), (market) => {
    writer.text(JSON.stringify(market.settings));
    writer.number(market.figures[MarketFigure.lastPriceTicks] as number);
    writer.number(market.figures[MarketFigure.tradeCount] as number);
  });
}

function decodeMarkets(shard: Shard, reader: SnapshotReader): void {
  reader.list(() => {
    const settings = JSON.parse(reader.text()) as MarketSettings;
    applySettings(shard, 0, settings);
    const market = shard.markets[settings.id] as Market;
    market.figures[MarketFigure.lastPriceTicks] = reader.number();
    market.figures[MarketFigure.tradeCount] = reader.number();
  });
}

/** Users that differ from one who was never heard of, by id. */
function knownUsers(shard: Shard): number[] {
  const { directory, memory } = shard;
  return recordsOfKind(directory, memory, Kind.user)
    .filter((record) => {
      const isDefault =
        openOrdersMaxOf(memory, record) === openOrdersMaxDefault &&
        userFlagsOf(memory, record) === 0 &&
        !shard.userFees.has(userOf(memory, record));
      return !isDefault;
    })
    .sort((a, b) => userOf(memory, a) - userOf(memory, b));
}

function encodeUsers(shard: Shard, writer: SnapshotWriter): void {
  const { memory } = shard;
  writer.list(knownUsers(shard), (record) => {
    const user = userOf(memory, record);
    writer.number(user);
    writer.number(openOrdersMaxOf(memory, record));
    writer.number(userFlagsOf(memory, record));
    writer.list(ownFeesOf(shard.userFees, user), (fee) => {
      writer.number(fee.market);
      writer.number(fee.makerFeePpm);
      writer.number(fee.takerFeePpm);
    });
  });
}

function decodeUsers(shard: Shard, reader: SnapshotReader): void {
  const { memory } = shard;
  reader.list(() => {
    const user = reader.number();
    const record = userFor(shard.directory, memory, user);
    setUserLimits(memory, record, reader.number(), reader.number());
    reader.list(() => {
      const fee = { market: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number() };
      shard.userFees.set(user, [...ownFeesOf(shard.userFees, user), fee]);
    });
  });
}

function encodeBalances(shard: Shard, writer: SnapshotWriter): void {
  const { directory, memory } = shard;
  const { f64, u16 } = memory;
  const highOf = (cell: number) => u16[cell * 16 + CellField.availableHigh] as number;
  const filled = recordsOfKind(directory, memory, Kind.cell)
    .filter((cell) => f64[cell * 4] !== 0 || highOf(cell) !== 0)
    .sort((a, b) => userOf(memory, a) - userOf(memory, b) || subjectOf(memory, a) - subjectOf(memory, b));
  // What is frozen is the sum over the orders, which follow: it is rebuilt from them.
  writer.list(filled, (cell) => {
    writer.number(userOf(memory, cell));
    writer.number(subjectOf(memory, cell));
    writer.number(f64[cell * 4] as number);
    writer.number(highOf(cell));
  });
}

function decodeBalances(shard: Shard, reader: SnapshotReader): void {
  const { memory } = shard;
  reader.list(() => {
    const cell = accountOf(shard, reader.number(), reader.number());
    memory.f64[cell * 4] = reader.number();
    memory.u16[cell * 16 + CellField.availableHigh] = reader.number();
  });
}

/** By market, side and place in the queue, which the reader keeps by adding them in this order. */
function encodeOrders(shard: Shard, writer: SnapshotWriter): void {
  const orders = listedMarkets(shard).flatMap((market) => [
    ...bookOrders(shard, market.id, Side.buy),
    ...bookOrders(shard, market.id, Side.sell),
  ]);
  writer.list(orders, (order) => {
    for (const value of numbersOf(order)) writer.number(value);
  });
}

function numbersOf(order: OpenOrder): number[] {
  const { terms } = order;
  return [
    order.orderId,
    order.user,
    order.market,
    order.side,
    order.priceTicks,
    order.amountLots,
    order.remainingLots,
    order.frozen,
    order.flags,
    terms.makerFeePpm,
    terms.takerFeePpm,
    terms.gstPpm,
    terms.sellTdsPpm,
    terms.buyTdsPpm,
  ];
}

function readOrder(reader: SnapshotReader): OpenOrder {
  return {
    orderId: reader.number(),
    user: reader.number(),
    market: reader.number(),
    side: reader.number() as Side,
    priceTicks: reader.number(),
    amountLots: reader.number(),
    remainingLots: reader.number(),
    frozen: reader.number(),
    flags: reader.number(),
    terms: {
      makerFeePpm: reader.number(),
      takerFeePpm: reader.number(),
      gstPpm: reader.number(),
      sellTdsPpm: reader.number(),
      buyTdsPpm: reader.number(),
    },
  };
}

function decodeOrders(shard: Shard, reader: SnapshotReader): void {
  const orders: OpenOrder[] = [];
  reader.list(() => orders.push(readOrder(reader)));
  // Users' lists are in the order of ids, and so are most queues: adding by id restores them.
  for (const order of orders.toSorted((a, b) => a.orderId - b.orderId)) addOrder(shard, order);
  restoreQueues(shard, orders);
}

/** Brings the queues in which an amended order stands behind younger ones into the order of the snapshot. */
function restoreQueues(shard: Shard, orders: readonly OpenOrder[]): void {
  let level = '';
  let newestId = 0;
  let isMixed = false;
  for (const order of orders) {
    const own = `${order.market} ${order.side} ${order.priceTicks}`;
    if (own !== level) {
      level = own;
      newestId = 0;
      isMixed = false;
    }
    isMixed ||= order.orderId < newestId;
    newestId = Math.max(newestId, order.orderId);
    if (isMixed) moveToEnd(shard, order);
  }
}

function moveToEnd(shard: Shard, order: OpenOrder): void {
  const { book, memory } = shard;
  const market = shard.markets[order.market] as Market;
  const record = findOrder(book.index, memory, order.orderId);
  leaveQueue(book, memory, market, record);
  enterQueue(book, memory, market, record, restingOf(shard, order, market));
}

function addOrder(shard: Shard, order: OpenOrder): void {
  const { memory } = shard;
  const market = shard.markets[order.market] as Market;
  const resting = restingOf(shard, order, market);
  restOrder(shard.book, memory, market, resting);
  const cellField = resting.isBuy ? SeatField.quoteCell : SeatField.baseCell;
  addFrozen(memory, memory.i32[resting.seat * 8 + cellField] as number, order.frozen);
}

function restingOf(shard: Shard, order: OpenOrder, market: Market): BookOrder {
  const resting = new BookOrder();
  resting.isBuy = order.side === Side.buy;
  resting.seat = seatFor(shard, order.user, market);
  resting.terms = termsFor(shard.knownTerms, shard.memory, order.terms);
  resting.flags = order.flags;
  resting.orderId = order.orderId;
  resting.priceTicks = order.priceTicks;
  resting.amount = order.amountLots;
  resting.remaining = order.remainingLots;
  resting.frozen = order.frozen;
  return resting;
}
