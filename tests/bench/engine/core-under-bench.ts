/** The real core behind the bench's records: markets with fees and taxes on, every user with ample money. */

import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { openOrderCount } from '@pelican/engine/src/core/spot/inspect.ts';
import { applyEntry, createShard, type Shard } from '@pelican/engine/src/core/spot/shard.ts';
import { ByteWriter, finishEntry, startEntry } from '@pelican/shared/engine';
import {
  type Command,
  EventKind,
  forEachEvent,
  Op,
  OrderType,
  RejectCode,
  type Side,
  TimeInForce,
  writeCommand,
} from '@pelican/shared/engine/spot';
import { spotShard } from '../../support/shards.ts';
import { clientIdOf } from '../shared/client-ids.ts';
import { type BenchRecord, RecordOp } from './records.ts';

export interface BenchWorld {
  users: number[];
  /** How many; a record's market follows from its id. */
  markets: number;
  priceMaxTicks: number;
  lotsMax: number;
  /** Orders have no client id, and trades neither fee nor tax: duties that nodejs-order-book does not have either. */
  isPlain?: boolean;
}

export interface Trades {
  count: number;
  lots: bigint;
  hash: number;
}

const quote = 1;
const timeMs = 1_700_000_000_000;
/** The core keeps what was ever transferred in below 2^63 an asset. */
const [fundsMax, totalMax] = [2 ** 47, 2 ** 62];

function configure(user: number, settings: object): Command {
  return { op: Op.configure, user, settings } as Command;
}

/** The base asset of a market that is numbered from 1. */
function baseOf(market: number): number {
  return quote + market;
}

function listMarket(world: BenchWorld, id: number): Command {
  return configure(0, {
    kind: 'market',
    id,
    name: `COIN${id}_USDT`,
    base: baseOf(id),
    quote,
    lotBaseUnits: 1,
    tickLotQuoteUnits: 1,
    amountMinLots: 0,
    amountMaxLots: world.lotsMax,
    totalMin: 0,
    priceMaxTicks: world.priceMaxTicks,
    priceBandPpm: 0,
    makerFeePpm: world.isPlain ? 0 : 1000,
    takerFeePpm: world.isPlain ? 0 : 2000,
    serviceFeePpm: 0,
    serviceFeeBuyPpm: 0,
    gstPpm: world.isPlain ? 0 : 180_000,
    tdsPpm: world.isPlain ? 0 : 10_000,
    tax: world.isPlain ? 'none' : 'sell',
    status: 'open',
    selfTrade: 'allow',
  });
}

/** The commands that make the markets and give every user money. */
function* setupCommands(world: BenchWorld): Generator<Command> {
  const markets = Array.from({ length: world.markets }, (_, index) => index + 1);
  const assets = [quote, ...markets.map(baseOf)];
  for (const id of assets) {
    yield configure(0, { kind: 'asset', id, ticker: id === quote ? 'USDT' : `COIN${id - quote}`, scale: 8 });
  }
  for (const market of markets) yield listMarket(world, market);
  const valueMax = world.priceMaxTicks * world.lotsMax;
  const ordinary = Math.min(fundsMax, Math.floor(totalMax / world.users.length));
  const amount = Math.min(Number.MAX_SAFE_INTEGER, Math.max(ordinary, valueMax * 4096));
  let transferId = 0;
  for (const user of world.users) {
    yield configure(user, { kind: 'user', customFee: false, taxable: true, fees: [], openOrdersMax: 1_000_000 });
    for (const asset of assets) yield { op: Op.transferIn, user, asset, transferId: ++transferId, amount };
  }
}

export class CoreUnderBench {
  readonly shard: Shard = createShard(spotShard.id);
  readonly out = new EventWriter(1 << 20);
  readonly trades: Trades = { count: 0, lots: 0n, hash: 0x811c9dc5 };
  private readonly writer = new ByteWriter(1 << 16);
  private readonly marketCount: number;
  private readonly isPlain: boolean;
  private counter = 0;
  /** The engine gives its own ids: file id -> engine id of the latest order of that id, and back. */
  private readonly engineIds = new Map<number, number>();
  private readonly fileIds: number[] = [0];

  constructor(world: BenchWorld) {
    this.marketCount = world.markets;
    this.isPlain = world.isPlain ?? false;
    for (const command of setupCommands(world)) this.apply(command);
    if (!this.shard.markets[1]) {
      throw new Error(
        `no market can allow ${world.lotsMax} lots at ${world.priceMaxTicks} ticks: the value leaves 2^53`,
      );
    }
  }

  isOpen(fileId: number): boolean {
    return this.shard.isOpen(this.engineIds.get(fileId) ?? 0);
  }

  get live(): number {
    return openOrderCount(this.shard);
  }

  /** The command of a record, with the engine's id of a cancel's target. */
  commandOf(record: BenchRecord): Command {
    const { user } = record;
    if (record.op === RecordOp.cancel) {
      return { op: Op.cancelOrder, user, market: 0, orderId: this.engineIds.get(record.id) ?? 0 };
    }
    const isMarket = record.op === RecordOp.market;
    return {
      op: Op.placeOrder,
      user,
      market: 1 + (record.id % this.marketCount),
      side: record.side as Side,
      type: isMarket ? OrderType.market : OrderType.limit,
      timeInForce: record.op === RecordOp.immediateOrCancel ? TimeInForce.ioc : TimeInForce.gtc,
      postOnly: false,
      priceTicks: isMarket ? 0 : record.priceTicks,
      amount: record.lots,
      amountIsQuote: false,
      clientId: this.isPlain ? '' : clientIdOf(record.id),
      source: '',
    };
  }

  /** Applies a record, keeps the ids, and folds its trades into the hash. Returns the command that was applied. */
  applyRecord(record: BenchRecord): Command {
    const command = this.commandOf(record);
    this.apply(command);
    forEachEvent(this.out.bytes.subarray(0, this.out.length), (event) => {
      if (event.kind === EventKind.orderPlaced) {
        this.engineIds.set(record.id, event.orderId);
        this.fileIds[event.orderId] = record.id;
      } else if (event.kind === EventKind.orderFilled) {
        this.addTrade(event.takerOrderId, event.makerOrderId, event.priceTicks, event.lots);
      } else if (event.kind === EventKind.commandDone && event.code === RejectCode.insufficientBalance) {
        throw new Error(`user ${record.user} ran out of money at order ${record.id}`);
      }
    });
    return command;
  }

  private addTrade(takerId: number, makerId: number, priceTicks: number, lots: number): void {
    const { trades, fileIds } = this;
    trades.count++;
    trades.lots += BigInt(lots);
    let hash = trades.hash;
    for (const word of [fileIds[takerId] as number, fileIds[makerId] as number, priceTicks, lots]) {
      hash = Math.imul(hash ^ word, 16777619) >>> 0;
    }
    trades.hash = hash;
  }

  private apply(command: Command): void {
    startEntry(this.writer, spotShard.id, 1, ++this.counter);
    writeCommand(this.writer, command);
    finishEntry(this.writer, 1);
    applyEntry(this.shard, this.writer.bytes.subarray(0, this.writer.length), timeMs, this.out);
  }

  /** Applies a prepared entry: what the passes time. */
  applyPrepared(entry: Uint8Array): void {
    applyEntry(this.shard, entry, timeMs, this.out);
  }
}
