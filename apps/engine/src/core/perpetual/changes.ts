/**
 * What one command does to the world: happenings are written as they happen, objects that change are collected in the
 * order of their first touch and written once, as they are in the end, behind the happenings. Then the answer.
 */
import { commandDoneKind, commandDoneLength, eventHeaderLength } from '@pelican/shared/engine/event-entry.ts';
import { journalVersion, shardCodes, writeHead } from '@pelican/shared/engine/journal.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { accountChanged } from '@pelican/shared/engine/perpetual/events.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { HouseUser } from '@pelican/shared/engine/perpetual/terms.ts';
import { safeMax } from '../kernel/limits.ts';
import { writeAccount, writeAlgo, writeLot, writeOrder, writePosition } from './change-records.ts';
import type { Account, Algo, FundLot, Market, Order, PerpetualShard, Position } from './state.ts';

/** The answer to the command at work; figures as in `CommandDone`. */
export interface Reply {
  code: RejectCode;
  repeated: boolean;
  orderId: number;
  required: number;
  available: number;
}

/** A type of event: what `RecordType` is to whoever only writes. */
interface EventType<Values> {
  write(writer: ByteWriter, user: number, values: Values): void;
}

export class Changes {
  readonly shard: PerpetualShard;
  readonly reply: Reply = { code: RejectCode.none, repeated: false, orderId: 0, required: 0, available: 0 };
  /** Users whose cash, margin or positions changed in this command: who may have to be liquidated after it. */
  readonly usersAtRisk = new Set<number>();
  /** Markets that traded in this command. */
  readonly marketsTraded = new Set<Market>();
  readonly #out: ByteWriter;
  readonly #orders = new Set<Order>();
  readonly #algos = new Set<Algo>();
  readonly #positions = new Set<Position>();
  readonly #lots = new Set<FundLot>();
  readonly #accounts = new Set<Account>();
  #isFundTouched = false;
  #areFeesTouched = false;

  /** Starts an event entry in `out`, whose earlier content is dropped. */
  constructor(shard: PerpetualShard, out: ByteWriter) {
    this.shard = shard;
    this.#out = out;
    out.reset();
    out.reserve(eventHeaderLength);
  }

  /** Writes a happening. @throws RangeError for an amount beyond 64 bits */
  emit<Values>(type: EventType<Values>, user: number, values: NoInfer<Values>): void {
    type.write(this.#out, user, values);
  }

  touchOrder(order: Order): void {
    order.updatedMs = this.shard.timeMs;
    this.#orders.add(order);
  }

  touchAlgo(algo: Algo): void {
    algo.updatedMs = this.shard.timeMs;
    this.#algos.add(algo);
  }

  /** Notes a change that a preview must notice: the position's version grows. */
  touchPosition(position: Position): void {
    position.updatedMs = this.shard.timeMs;
    position.version++;
    this.#positions.add(position);
    this.usersAtRisk.add(position.user);
  }

  /** Notes a change that concerns no figure of the position: a light, a warning. */
  showPosition(position: Position): void {
    this.#positions.add(position);
  }

  touchAccount(account: Account): void {
    this.#accounts.add(account);
  }

  touchLot(lot: FundLot): void {
    this.#lots.add(lot);
  }

  touchFund(): void {
    this.#isFundTouched = true;
  }

  touchFees(): void {
    this.#areFeesTouched = true;
  }

  /** Refuses the command; figures are in the unit of the check and saturate at 2^53 - 1. */
  reject(code: RejectCode, required: number | bigint = 0, available: number | bigint = 0): void {
    this.reply.code = code;
    this.reply.required = saturated(required);
    this.reply.available = saturated(available);
  }

  /** Ends the command: snapshots of what it touched, then its answer. */
  finishCommand(index: number, op: number, user: number): void {
    const out = this.#out;
    for (const order of this.#orders) writeOrder(out, order);
    for (const algo of this.#algos) writeAlgo(out, algo);
    for (const position of this.#positions) writePosition(out, position);
    for (const lot of this.#lots) writeLot(out, lot);
    for (const account of this.#accounts) writeAccount(out, account);
    const { fund, fees } = this.shard;
    if (this.#isFundTouched) writeHouse(out, HouseUser.fund, fund.cash);
    if (this.#areFeesTouched) writeHouse(out, HouseUser.fees, fees);
    this.#writeReply(index, op, user);
    this.#clear();
  }

  /** Ends the entry: its header. */
  finishEntry(commandCount: number, sender: number, counter: number, firstSeq: number): void {
    const { view, length } = this.#out;
    view.setUint8(0, journalVersion);
    view.setUint8(1, shardCodes.perpetual);
    view.setUint16(2, commandCount, true);
    view.setUint32(4, sender, true);
    view.setFloat64(8, counter, true);
    view.setFloat64(16, firstSeq, true);
    view.setUint32(24, length, true);
  }

  #writeReply(index: number, op: number, user: number): void {
    const { reply } = this;
    const at = writeHead(this.#out, commandDoneLength, commandDoneKind, 0, user);
    const { view } = this.#out;
    view.setUint16(at + 8, index, true);
    view.setUint16(at + 10, reply.code, true);
    view.setUint8(at + 12, reply.repeated ? 1 : 0);
    view.setUint8(at + 13, op);
    view.setFloat64(at + 16, reply.orderId, true);
    view.setFloat64(at + 24, reply.required, true);
    view.setFloat64(at + 32, reply.available, true);
  }

  #clear(): void {
    empty(this.#orders);
    empty(this.#algos);
    empty(this.#positions);
    empty(this.#lots);
    empty(this.#accounts);
    empty(this.usersAtRisk);
    empty(this.marketsTraded);
    this.#isFundTouched = false;
    this.#areFeesTouched = false;
    const { reply } = this;
    reply.code = RejectCode.none;
    reply.repeated = false;
    reply.orderId = 0;
    reply.required = 0;
    reply.available = 0;
  }
}

/** Clearing an empty set would make a new table all the same. */
function empty(set: Set<unknown>): void {
  if (set.size > 0) set.clear();
}

/** Fund and fees are told as accounts without freezes. */
function writeHouse(out: ByteWriter, user: number, cash: bigint): void {
  accountChanged.write(out, user, { cash, crossFreeze: 0n, isolatedFreeze: 0n });
}

function saturated(value: number | bigint): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (value > BigInt(safeMax)) return safeMax;
  return value < -BigInt(safeMax) ? -safeMax : Number(value);
}
