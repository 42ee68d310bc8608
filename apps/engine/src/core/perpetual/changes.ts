/**
 * What one command changes: events are written as they happen; objects that change are collected in the order of their
 * first change and written once, as they are in the end, behind the events.
 */
import type { ByteWriter } from '@pelican/shared/engine';
import { HouseUser, MarginMode, type RejectCode } from '@pelican/shared/engine/perpetual';
import { saturated } from '../kernel/limits.ts';
import type { Reply } from '../kernel/reply.ts';
import { firesMax, pausesMax, resendsMax } from './algos/limits.ts';
import { writeAccount, writeAlgo, writeHouse, writeLot, writeOrder, writePosition } from './change-records.ts';
import type { FundLot } from './fund.ts';
import { asksMax, rescoreChanged, scoresMax } from './risk/deleverage-queue.ts';
import { Budget } from './risk/position-walk.ts';
import { dropWatch } from './risk/unwatched.ts';
import type { Account, Algo, Market, Order, PerpetualShard, Position, Subject } from './state.ts';
import { TouchedList } from './touched-list.ts';

const { isolated } = MarginMode;

/** The writing side of a `RecordType`. */
interface EventType<Values> {
  write(writer: ByteWriter, user: number, values: Values): void;
}

export class Changes {
  readonly shard: PerpetualShard;
  readonly reply: Reply;
  /** Markets that traded in this command. */
  readonly marketsTraded: Market[] = [];
  /** How many positions the command at work may still score and ask for deleveraging. */
  readonly scores = new Budget(scoresMax);
  readonly asks = new Budget(asksMax);
  /** How many algos it may still fire, send again, and pause or resume. */
  readonly fires = new Budget(firesMax);
  readonly resends = new Budget(resendsMax);
  readonly pauses = new Budget(pausesMax);
  readonly #orders = new TouchedList<Order>();
  readonly #algos = new TouchedList<Algo>();
  readonly #positions = new TouchedList<Position>();
  readonly #lots = new TouchedList<FundLot>();
  readonly #accounts = new TouchedList<Account>();
  /** Keeps its memory as a TouchedList does. */
  readonly #atRisk: Account[] = [];
  #atRiskCount = 0;
  /** Changed while a queue for deleveraging is open. */
  readonly #unscored = new Set<Subject>();
  #isFundTouched = false;
  #areFeesTouched = false;

  constructor(shard: PerpetualShard) {
    this.shard = shard;
    this.reply = shard.reply;
  }

  /** Writes an event. @throws RangeError for an amount beyond 64 bits */
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
    dropWatch(this.shard, position.mode === isolated ? position : position.account);
    this.showPosition(position);
    this.addAtRisk(position.account);
    // The position too: one that is closed is no longer among its account's.
    if (this.shard.deleveraging.queues.length > 0) this.#unscored.add(position).add(position.account);
  }

  /** Notes a change of what is shown only: the rank in the queue for deleveraging. */
  showPosition(position: Position): void {
    this.#positions.add(position);
  }

  touchAccount(account: Account): void {
    dropWatch(this.shard, account);
    if (this.shard.deleveraging.queues.length > 0) this.#unscored.add(account);
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

  /** Notes that cash, margin or positions of an account changed: it may have to be liquidated after the command. */
  addAtRisk(account: Account): void {
    if (account.isAtRisk) return;
    account.isAtRisk = true;
    this.#atRisk[this.#atRiskCount++] = account;
  }

  get hasAtRisk(): boolean {
    return this.#atRiskCount > 0;
  }

  /** Calls `look` with the accounts noted since the last call, in the order of their first change; it notes none. */
  takeAtRisk(look: (account: Account) => void): void {
    for (let at = 0; at < this.#atRiskCount; at++) {
      const account = this.#atRisk[at] as Account;
      account.isAtRisk = false;
      look(account);
    }
    this.#atRiskCount = 0;
  }

  /** Whose score for deleveraging may have changed since the last call. */
  takeUnscored(): Subject[] {
    if (this.#unscored.size === 0) return [];
    const taken = [...this.#unscored];
    this.#unscored.clear();
    return taken;
  }

  /** Notes a trade of a market. */
  addTraded(market: Market): void {
    if (!this.marketsTraded.includes(market)) this.marketsTraded.push(market);
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
    rescoreChanged(this);
    for (let at = 0; at < this.#orders.length; at++) writeOrder(out, this.#orders.at(at));
    this.#keepSpareOrders();
    for (let at = 0; at < this.#algos.length; at++) writeAlgo(out, this.#algos.at(at));
    for (let at = 0; at < this.#positions.length; at++) writePosition(out, this.#positions.at(at));
    for (let at = 0; at < this.#lots.length; at++) writeLot(out, this.#lots.at(at));
    for (let at = 0; at < this.#accounts.length; at++) writeAccount(out, this.#accounts.at(at));
    const { fund, fees } = this.shard;
    if (this.#isFundTouched) writeHouse(out, HouseUser.fund, fund.cash);
    if (this.#areFeesTouched) writeHouse(out, HouseUser.fees, fees);
    this.#clear();
  }

  /** Orders that ended are used again: nothing refers to them any more. */
  #keepSpareOrders(): void {
    for (let at = 0; at < this.#orders.length; at++) {
      const order = this.#orders.at(at);
      if (!order.isResting) this.shard.orderPool.give(order);
    }
  }

  #clear(): void {
    this.#orders.clear();
    this.#algos.clear();
    this.#positions.clear();
    this.#lots.clear();
    this.#accounts.clear();
    // An empty array is not truncated: see TouchedList.
    if (this.marketsTraded.length > 0) this.marketsTraded.length = 0;
    if (this.hasAtRisk) this.takeAtRisk(() => undefined);
    this.scores.renew();
    this.asks.renew();
    this.fires.renew();
    this.resends.renew();
    this.pauses.renew();
    this.#isFundTouched = false;
    this.#areFeesTouched = false;
  }
}
