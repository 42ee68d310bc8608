/**
 * What one command does to the world: happenings are written as they happen, objects that change are collected in the
 * order of their first touch and written once, as they are in the end, behind the happenings. Then the answer.
 */
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { accountChanged } from '@pelican/shared/engine/perpetual/events.ts';
import type { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { HouseUser } from '@pelican/shared/engine/perpetual/terms.ts';
import { safeMax } from '../kernel/limits.ts';
import type { Reply } from '../kernel/reply.ts';
import { writeAccount, writeAlgo, writeLot, writeOrder, writePosition } from './change-records.ts';
import type { Account, Algo, FundLot, Market, Order, PerpetualShard, Position } from './state.ts';

/** A type of event: what `RecordType` is to whoever only writes. */
interface EventType<Values> {
  write(writer: ByteWriter, user: number, values: Values): void;
}

export class Changes {
  readonly shard: PerpetualShard;
  readonly reply: Reply;
  /** Users whose cash, margin or positions changed in this command: who may have to be liquidated after it. */
  readonly usersAtRisk = new Set<number>();
  /** Markets that traded in this command. */
  readonly marketsTraded = new Set<Market>();
  readonly #orders = new Set<Order>();
  readonly #algos = new Set<Algo>();
  readonly #positions = new Set<Position>();
  readonly #lots = new Set<FundLot>();
  readonly #accounts = new Set<Account>();
  #isFundTouched = false;
  #areFeesTouched = false;

  constructor(shard: PerpetualShard) {
    this.shard = shard;
    this.reply = shard.reply;
  }

  /** Writes a happening. @throws RangeError for an amount beyond 64 bits */
  emit<Values>(type: EventType<Values>, user: number, values: NoInfer<Values>): void {
    type.write(this.shard.events, user, values);
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

  /** Ends the command: writes every object it touched, as the object is now. */
  finishCommand(): void {
    const out = this.shard.events;
    for (const order of this.#orders) writeOrder(out, order);
    for (const algo of this.#algos) writeAlgo(out, algo);
    for (const position of this.#positions) writePosition(out, position);
    for (const lot of this.#lots) writeLot(out, lot);
    for (const account of this.#accounts) writeAccount(out, account);
    const { fund, fees } = this.shard;
    if (this.#isFundTouched) writeHouse(out, HouseUser.fund, fund.cash);
    if (this.#areFeesTouched) writeHouse(out, HouseUser.fees, fees);
    this.#clear();
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
