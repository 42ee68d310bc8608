/**
 * A shard as bytes: everything that a later command can depend on and nothing else, in one canonical order, so that
 * equal states give equal bytes whatever their history. Slots, hashes and spare room are built anew on reading.
 */
import type { AssetSettings, MarketSettings } from '@pelican/shared/engine/commands.ts';
import { Side } from '@pelican/shared/engine/commands.ts';
import { addFrozen, cellFor, userOfCell } from './accounts/cells.ts';
import { ownFeesOf, UserField, userFor, userOfSlot } from './accounts/users.ts';
import { restOrder } from './book/book.ts';
import { type Market, MarketFigure } from './book/market.ts';
import { bookOrders, type OpenOrder } from './inspect.ts';
import { openOrdersMaxDefault } from './limits.ts';
import { hashOfBytes, SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';
import { applySettings } from './spot/configure.ts';
import { seatFor } from './spot/seat.ts';
import { isRemembered } from './spot/transfer-keys.ts';
import { Counter, productionCapacity, Shard, type ShardCapacity } from './state.ts';

const snapshotVersion = 1;

/** The canonical bytes of a shard: version, checksum, content. */
export function encodeSnapshot(shard: Shard): Uint8Array {
  const content = encodeContent(shard);
  const head = new SnapshotWriter();
  head.number(snapshotVersion);
  head.text(hashOfBytes(content));
  const headBytes = head.finish();
  const bytes = new Uint8Array(headBytes.length + content.length);
  bytes.set(headBytes);
  bytes.set(content, headBytes.length);
  return bytes;
}

/** A short name of a shard's state: equal states have equal names. */
export function stateHash(shard: Shard): string {
  return hashOfBytes(encodeContent(shard));
}

/** The shard that a snapshot holds. Throws when the version is another's or the bytes are damaged. */
export function decodeSnapshot(bytes: Uint8Array, capacity: ShardCapacity = productionCapacity): Shard {
  if (bytes.length < headLength) throw new Error(`a snapshot of ${bytes.length} bytes is none`);
  const head = new SnapshotReader(bytes);
  const version = head.number();
  if (version !== snapshotVersion) throw new Error(`snapshot version ${version} is not ${snapshotVersion}`);
  const expected = head.text();
  const content = bytes.subarray(headLength);
  const actual = hashOfBytes(content);
  if (actual !== expected) throw new Error(`snapshot damaged: its checksum is ${expected}, its bytes give ${actual}`);
  const shard = new Shard(capacity);
  decodeContent(shard, new SnapshotReader(content));
  return shard;
}

/** Version (8), length of the checksum (8), checksum (16). */
const headLength = 32;

function encodeContent(shard: Shard): Uint8Array {
  const writer = new SnapshotWriter();
  for (const counter of shard.counters) writer.number(counter);
  writer.number(shard.serviceAsset);
  writer.number(shard.pivotAsset);
  writer.list(
    [...shard.senders].sort((a, b) => a[0] - b[0]),
    ([sender, counter]) => {
      writer.number(sender);
      writer.number(counter);
    },
  );
  encodeAssets(shard, writer);
  encodeMarkets(shard, writer);
  encodeUsers(shard, writer);
  encodeBalances(shard, writer);
  encodeOrders(shard, writer);
  encodeTransferKeys(shard, writer);
  return writer.finish();
}

function decodeContent(shard: Shard, reader: SnapshotReader): void {
  for (let i = 0; i < shard.counters.length; i++) shard.counters[i] = reader.number();
  shard.serviceAsset = reader.number();
  shard.pivotAsset = reader.number();
  reader.list(() => shard.senders.set(reader.number(), reader.number()));
  decodeAssets(shard, reader);
  decodeMarkets(shard, reader);
  decodeUsers(shard, reader);
  decodeBalances(shard, reader);
  decodeOrders(shard, reader);
  decodeTransferKeys(shard, reader);
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
    writer.number(market.figures[MarketFigure.dealCount] as number);
  });
}

function decodeMarkets(shard: Shard, reader: SnapshotReader): void {
  reader.list(() => {
    const settings = JSON.parse(reader.text()) as MarketSettings;
    applySettings(shard, 0, settings);
    const market = shard.markets[settings.id] as Market;
    market.figures[MarketFigure.lastPriceTicks] = reader.number();
    market.figures[MarketFigure.dealCount] = reader.number();
  });
}

/** Users that differ from one who was never heard of, by id. */
function knownUserSlots(shard: Shard): number[] {
  const { users } = shard;
  const slots: number[] = [];
  for (let slot = 0; slot < users.count; slot++) {
    const at = slot * 8;
    const isDefault =
      users.f64[slot * 4] === 0 &&
      users.i32[at + UserField.openOrdersMax] === openOrdersMaxDefault &&
      users.i32[at + UserField.flags] === 0 &&
      !users.fees.has(userOfSlot(users, slot));
    if (!isDefault) slots.push(slot);
  }
  return slots.sort((a, b) => userOfSlot(users, a) - userOfSlot(users, b));
}

function encodeUsers(shard: Shard, writer: SnapshotWriter): void {
  const { users } = shard;
  writer.list(knownUserSlots(shard), (slot) => {
    const user = userOfSlot(users, slot);
    const orderCount = users.f64[slot * 4] as number;
    writer.number(user);
    writer.number(orderCount);
    writer.number(users.i32[slot * 8 + UserField.openOrdersMax] as number);
    writer.number(users.i32[slot * 8 + UserField.flags] as number);
    writer.list(ownFeesOf(users, user), (fee) => {
      writer.number(fee.market);
      writer.number(fee.makerFeePpm);
      writer.number(fee.takerFeePpm);
    });
    writer.list(shard.clientKeys.known(user, orderCount, shard.isOpen), (key) => {
      writer.text(key.clientId);
      writer.number(key.orderId);
      writer.number(key.ordinal);
      writer.number(key.market);
      writer.number(key.flags);
      writer.number(key.priceTicks);
      writer.number(key.amount);
    });
  });
}

function decodeUsers(shard: Shard, reader: SnapshotReader): void {
  const { users } = shard;
  reader.list(() => {
    const user = reader.number();
    const slot = userFor(users, user);
    users.f64[slot * 4] = reader.number();
    users.i32[slot * 8 + UserField.openOrdersMax] = reader.number();
    users.i32[slot * 8 + UserField.flags] = reader.number();
    reader.list(() => {
      const fee = { market: reader.number(), makerFeePpm: reader.number(), takerFeePpm: reader.number() };
      users.fees.set(user, [...ownFeesOf(users, user), fee]);
    });
    reader.list(() => {
      shard.clientKeys.restore(user, {
        clientId: reader.text(),
        orderId: reader.number(),
        ordinal: reader.number(),
        market: reader.number(),
        flags: reader.number(),
        priceTicks: reader.number(),
        amount: reader.number(),
      });
    });
  });
}

function encodeBalances(shard: Shard, writer: SnapshotWriter): void {
  const { f64, u16, count } = shard.cells;
  const filled: number[] = [];
  for (let cell = 0; cell < count; cell++) {
    const isEmpty =
      f64[cell * 4] === 0 && f64[cell * 4 + 1] === 0 && u16[cell * 16 + 12] === 0 && u16[cell * 16 + 13] === 0;
    if (!isEmpty) filled.push(cell);
  }
  const assetOf = (cell: number) => u16[cell * 16 + 14] as number;
  const userOf = (cell: number) => userOfCell(shard.cells, cell);
  filled.sort((a, b) => userOf(a) - userOf(b) || assetOf(a) - assetOf(b));
  // What is frozen is the sum over the orders, which follow: it is rebuilt from them.
  writer.list(filled, (cell) => {
    writer.number(userOf(cell));
    writer.number(assetOf(cell));
    writer.number(f64[cell * 4] as number);
    writer.number(u16[cell * 16 + 12] as number);
  });
}

function decodeBalances(shard: Shard, reader: SnapshotReader): void {
  reader.list(() => {
    const cell = cellFor(shard.cells, reader.number(), reader.number());
    shard.cells.f64[cell * 4] = reader.number();
    shard.cells.u16[cell * 16 + 12] = reader.number();
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
  // A queue and a user's list are both in the order of ids, so adding by id restores both.
  orders.sort((a, b) => a.orderId - b.orderId);
  for (const order of orders) {
    const market = shard.markets[order.market] as Market;
    const isBuy = order.side === Side.buy;
    restOrder(shard.book, market, shard.users, shard.seats, {
      id: order.orderId,
      isBuy,
      priceTicks: order.priceTicks,
      remainingLots: order.remainingLots,
      amountLots: order.amountLots,
      frozen: order.frozen,
      flags: order.flags,
      seat: seatFor(shard, order.user, market),
      terms: shard.terms.intern(order.terms),
    });
    addFrozen(shard.cells, cellFor(shard.cells, order.user, isBuy ? market.quote : market.base), order.frozen);
  }
}

function encodeTransferKeys(shard: Shard, writer: SnapshotWriter): void {
  const nowMs = shard.counters[Counter.timeMs] as number;
  for (const keys of [shard.transferKeys.in, shard.transferKeys.out]) {
    const remembered = [...keys].filter(([, timeMs]) => isRemembered(timeMs, nowMs));
    writer.list(remembered, ([transferId, timeMs]) => {
      writer.number(transferId);
      writer.number(timeMs);
    });
  }
}

function decodeTransferKeys(shard: Shard, reader: SnapshotReader): void {
  for (const keys of [shard.transferKeys.in, shard.transferKeys.out]) {
    reader.list(() => keys.set(reader.number(), reader.number()));
  }
}
