/**
 * The perpetual shard as bytes: everything that a later command can depend on, in one canonical order, so that equal
 * states give equal bytes. Maps keep the order in which they are walked; books are rebuilt from their queues.
 */
import {
  type AssetSettings,
  type InstrumentSettings,
  MarginMode,
  type PositionSide,
  type PriceSource,
  Side,
} from '@pelican/shared/engine/perpetual';
import { instrumentOf } from '@pelican/shared/perpetual';
import { decodeShardState, encodeShardState } from '../kernel/shard-state.ts';
import {
  hashOfBytes,
  openSnapshot,
  type SnapshotReader,
  SnapshotWriter,
  sealSnapshot,
} from '../kernel/snapshot-bytes.ts';
import { isArmed } from './algos/algos.ts';
import { Book, ordersOf } from './book.ts';
import { emptyMarketParts } from './empty-market.ts';
import { moneyOf, unitOf } from './money.ts';
import { copyOrigin } from './orders/origin.ts';
import type { Firing, QueueSnapshot } from './pending-work.ts';
import { accountOf, seatOf } from './positions/accounts.ts';
import { restoreQueue } from './risk/deleverage-queue.ts';
import { addLot } from './risk/fund-lots.ts';
import { noScores } from './risk/ranks.ts';
import {
  accountShape,
  algoShape,
  fundingShape,
  fundingWalkShape,
  fundLotShape,
  marketShape,
  orderShape,
  positionShape,
  rankingWalkShape,
  readShape,
  warningWalkShape,
  writeShape,
} from './snapshot-shapes.ts';
import {
  decodeUnwatched,
  decodeWatchesOf,
  decodeWatchOf,
  encodeUnwatched,
  encodeWatchesOf,
  encodeWatchOf,
} from './snapshot-watches.ts';
import { type Market, type Order, PerpetualShard, positionKey, positionSlot } from './state.ts';

const snapshotVersion = 12;

const counterNames = [
  'lastTick',
  'lastTickMs',
  'lastOrderId',
  'lastAlgoId',
  'lastPositionId',
  'lastLotId',
  'deskLotId',
  'resentMarket',
] as const satisfies (keyof PerpetualShard)[];

/** The canonical bytes of a shard: version, checksum, content. */
export function encodeSnapshot(shard: PerpetualShard): Uint8Array {
  return sealSnapshot(snapshotVersion, encodeContent(shard));
}

/** A short name of a shard's state: equal states have equal names. */
export function stateHash(shard: PerpetualShard): string {
  return hashOfBytes(encodeContent(shard));
}

/** The shard of a snapshot. @throws Error when the bytes are damaged, of another version or of another shard */
export function decodeSnapshot(shardId: number, bytes: Uint8Array): PerpetualShard {
  return decodeContent(shardId, openSnapshot(snapshotVersion, bytes));
}

function encodeContent(shard: PerpetualShard): Uint8Array {
  const writer = new SnapshotWriter();
  encodeShardState(writer, shard);
  for (const name of counterNames) writer.number(shard[name]);
  writer.money(BigInt(shard.fees));
  writer.money(BigInt(shard.netTransfers));
  writer.text(shard.settleAsset ? JSON.stringify(shard.settleAsset) : '');
  writer.list([...shard.markets.values()], (market) => encodeMarket(writer, market));
  writer.list([...shard.accounts.values()], (account) => {
    writeShape(writer, accountShape, account);
    encodeNumberMap(writer, account.leverages);
    encodeWatchesOf(writer, account);
  });
  writer.list([...shard.positions.values()], (position) => {
    writeShape(writer, positionShape, position);
    encodeWatchOf(writer, position);
  });
  writer.list([...shard.orders.values()], (order) => writeShape(writer, orderShape, order));
  writer.list([...shard.algos.values()], (algo) => writeShape(writer, algoShape, algo));
  for (const market of shard.markets.values()) encodeQueues(writer, market);
  encodeFund(writer, shard);
  writer.list(shard.turns, ({ user, positionId }) => {
    writer.number(user);
    writer.number(positionId);
  });
  writer.list(shard.lotQueue, (id) => writer.number(id));
  encodeDeleveraging(writer, shard);
  encodeUnwatched(writer, shard);
  return writer.finish();
}

function decodeContent(shardId: number, reader: SnapshotReader): PerpetualShard {
  const shard = new PerpetualShard(shardId);
  decodeShardState(reader, shard);
  for (const name of counterNames) shard[name] = reader.number();
  shard.fees = moneyOf(reader.money());
  shard.netTransfers = moneyOf(reader.money());
  const asset = reader.text();
  shard.settleAsset = asset === '' ? undefined : (JSON.parse(asset) as AssetSettings);
  reader.list(() => decodeMarket(reader, shard));
  reader.list(() => {
    const content = readShape(reader, accountShape, shard.markets);
    const account = Object.assign(accountOf(shard, content.user), content);
    decodeNumberMap(reader, account.leverages);
    decodeWatchesOf(reader, account, shard.markets);
  });
  decodeObjects(reader, shard);
  for (const market of shard.markets.values()) decodeQueues(reader, market, shard.orders);
  decodeFund(reader, shard);
  reader.list(() => shard.turns.push({ user: reader.number(), positionId: reader.number() }));
  reader.list(() => shard.lotQueue.push(reader.number()));
  decodeDeleveraging(reader, shard);
  decodeUnwatched(reader, shard);
  if (!reader.isAtEnd) throw new Error('a snapshot has bytes after its end');
  return shard;
}

/** Positions, orders and algos, each in the shard's map and in its account's. */
function decodeObjects(reader: SnapshotReader, shard: PerpetualShard): void {
  reader.list(() => {
    const position = { ...readShape(reader, positionShape, shard.markets), isTouched: false, isUnwatched: false };
    const account = accountOf(shard, position.user);
    position.account = account;
    position.market.positions.set(position.id, position);
    decodeWatchOf(reader, position);
    shard.positions.set(position.id, position);
    account.positions.set(positionKey(position.market.id, position.mode, position.position), position);
    seatOf(account, position.market).positions[positionSlot(position.mode, position.position)] = position;
    if (position.mode === MarginMode.cross) account.crossPositions.push(position);
  });
  reader.list(() => {
    const { origin, ...content } = readShape(reader, orderShape, shard.markets);
    const account = accountOf(shard, content.user);
    const order = shard.orderPool.take(account, content.market, seatOf(account, content.market));
    copyOrigin(Object.assign(order, content).origin, origin);
    shard.orders.set(order.id, order);
    account.orders.add(order);
  });
  reader.list(() => {
    const algo = { ...readShape(reader, algoShape, shard.markets), isTouched: false };
    const account = accountOf(shard, algo.user);
    shard.algos.set(algo.id, algo);
    account.algos.set(algo.id, algo);
    seatOf(account, algo.market).algoCount++;
    algo.market.algos.add(algo);
    if (isArmed(shard, algo)) algo.market.algos.arm(algo);
  });
}

function encodeMarket(writer: SnapshotWriter, market: Market): void {
  writer.text(JSON.stringify(market.settings));
  writeShape(writer, marketShape, market);
  writer.list(market.basis, ({ n, value }) => {
    writer.number(n);
    writer.money(value);
  });
  writeShape(writer, fundingShape, market.funding);
  writer.list(market.funding.samples, (sample) => writer.number(sample));
  encodeWalks(writer, market);
  encodeAlgoWork(writer, market);
}

/** Walks that are pending. */
function encodeWalks(writer: SnapshotWriter, { fundingWalk, warningWalk, rankingWalk }: Market): void {
  writer.list(fundingWalk ? [fundingWalk] : [], (walk) => writeShape(writer, fundingWalkShape, walk));
  writer.list(warningWalk ? [warningWalk] : [], (walk) => writeShape(writer, warningWalkShape, walk));
  writer.list(rankingWalk ? [rankingWalk] : [], (walk) => {
    writeShape(writer, rankingWalkShape, walk);
    for (const scores of [walk.longScores, walk.shortScores])
      writer.list([...scores.items()], (score) => writer.number(score));
    for (const limits of [walk.longLimits, walk.shortLimits]) writer.list(limits, (limit) => writer.number(limit));
  });
}

function decodeWalks(reader: SnapshotReader, shard: PerpetualShard, market: Market): void {
  reader.list(() => {
    market.fundingWalk = readShape(reader, fundingWalkShape, shard.markets);
    shard.openFundings++;
  });
  reader.list(() => {
    market.warningWalk = readShape(reader, warningWalkShape, shard.markets);
  });
  reader.list(() => {
    const walk = { ...readShape(reader, rankingWalkShape, shard.markets), ...noScores() };
    for (const scores of [walk.longScores, walk.shortScores]) reader.list(() => scores.add(reader.number()));
    for (const limits of [walk.longLimits, walk.shortLimits]) reader.list(() => limits.push(reader.number()));
    market.rankingWalk = walk;
  });
}

function decodeMarket(reader: SnapshotReader, shard: PerpetualShard): void {
  const { markets } = shard;
  const settings = JSON.parse(reader.text()) as InstrumentSettings;
  const figures = readShape(reader, marketShape, markets);
  const basis: Market['basis'] = [];
  reader.list(() => basis.push({ n: reader.number(), value: reader.money() }));
  const funding = { ...readShape(reader, fundingShape, markets), samples: [] as number[] };
  reader.list(() => funding.samples.push(reader.number()));
  const { id } = settings;
  const instrument = instrumentOf(settings);
  const unit = unitOf(instrument);
  const market: Market = {
    ...{ ...figures, id, settings, instrument, unit, book: new Book(), basis, funding },
    ...emptyMarketParts(),
  };
  markets.set(id, market);
  decodeWalks(reader, shard, market);
  decodeAlgoWork(reader, market);
}

/** Algos that are being fired, sent again, and paused or resumed. */
function encodeAlgoWork(writer: SnapshotWriter, { firings, resendCursor, pausingCursor }: Market): void {
  writer.number(resendCursor);
  writer.number(pausingCursor);
  writer.list(firings, ({ source, lowTicks, highTicks, exempt }) => {
    for (const value of [source, lowTicks, highTicks]) writer.number(value);
    writer.list([...exempt], (id) => writer.number(id));
  });
}

function decodeAlgoWork(reader: SnapshotReader, market: Market): void {
  market.resendCursor = reader.number();
  market.pausingCursor = reader.number();
  reader.list(() => {
    const source = reader.number() as PriceSource;
    const firing: Firing = { source, lowTicks: reader.number(), highTicks: reader.number(), exempt: new Set() };
    reader.list(() => firing.exempt.add(reader.number()));
    market.firings.push(firing);
  });
}

/** The ids of each side's orders, level by level and each level oldest first. */
function encodeQueues(writer: SnapshotWriter, { book }: Market): void {
  for (const side of [Side.buy, Side.sell]) {
    writer.list(
      book.sideOf(side).flatMap((level) => [...ordersOf(level)]),
      (order) => writer.number(order.id),
    );
  }
}

function decodeQueues(reader: SnapshotReader, { book }: Market, orders: ReadonlyMap<number, Order>): void {
  const add = () => book.add(orders.get(reader.number()) as Order);
  reader.list(add);
  reader.list(add);
}

function encodeFund(writer: SnapshotWriter, { fund }: PerpetualShard): void {
  writer.money(BigInt(fund.cash));
  writer.list([...fund.lots.values()], (lot) => writeShape(writer, fundLotShape, lot));
  writer.list(fund.peaks, ({ hour, cash }) => {
    writer.number(hour);
    writer.money(BigInt(cash));
  });
}

function decodeFund(reader: SnapshotReader, shard: PerpetualShard): void {
  const { fund, markets } = shard;
  fund.cash = moneyOf(reader.money());
  reader.list(() => addLot(shard, { ...readShape(reader, fundLotShape, markets), isTouched: false }));
  reader.list(() => fund.peaks.push({ hour: reader.number(), cash: moneyOf(reader.money()) }));
}

function encodeDeleveraging(writer: SnapshotWriter, { deleveraging }: PerpetualShard): void {
  const { lots, queues } = deleveraging;
  writer.list([...lots], (id) => writer.number(id));
  writer.list(queues, (queue) => encodeDeleverageQueue(writer, queue));
}

/** A score may exceed 64 bits (a large gain over an equity of one unit), so it is written as text. */
function encodeDeleverageQueue(writer: SnapshotWriter, queue: QueueSnapshot): void {
  const { market, position, marks, cursor, lastWaitingLotId, resumeAt } = queue;
  for (const value of [market.id, position, cursor, lastWaitingLotId]) writer.number(value);
  encodeNumberMap(writer, marks);
  writer.list(resumeAt ? [resumeAt] : [], ({ pass, place }) => {
    writer.number(pass);
    writer.number(place.id);
    writer.text(String(place.score));
    writer.number(Number(place.isWinner));
  });
}

function decodeDeleveraging(reader: SnapshotReader, { deleveraging, markets }: PerpetualShard): void {
  reader.list(() => deleveraging.lots.add(reader.number()));
  reader.list(() => deleveraging.queues.push(restoreQueue(decodeDeleverageQueue(reader, markets))));
}

function decodeDeleverageQueue(reader: SnapshotReader, markets: PerpetualShard['markets']): QueueSnapshot {
  const queue: QueueSnapshot = {
    market: markets.get(reader.number()) as Market,
    position: reader.number() as PositionSide,
    cursor: reader.number(),
    lastWaitingLotId: reader.number(),
    marks: new Map(),
    resumeAt: undefined,
  };
  decodeNumberMap(reader, queue.marks);
  reader.list(() => {
    const pass = reader.number();
    const id = reader.number();
    const score = moneyOf(BigInt(reader.text()));
    queue.resumeAt = { pass, place: { id, score, isWinner: reader.number() === 1 } };
  });
  return queue;
}

function sortedByKey<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].sort((a, b) => a[0] - b[0]);
}

/** For maps that are never iterated: their order is no part of the state. */
function encodeNumberMap(writer: SnapshotWriter, map: ReadonlyMap<number, number>): void {
  writer.list(sortedByKey(map), ([key, value]) => {
    writer.number(key);
    writer.number(value);
  });
}

function decodeNumberMap(reader: SnapshotReader, map: Map<number, number>): void {
  reader.list(() => map.set(reader.number(), reader.number()));
}
