/** A market with many positions, for tests of what commands may cost. */
import {
  type Command,
  type CommandDone,
  EventKind,
  type EventOf,
  type InstrumentSettings,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  type Side,
} from '@pelican/shared/engine/perpetual';
import { noLegs } from '../../core/perpetual/algos/algos.ts';
import type { PerpetualShard } from '../../core/perpetual/state.ts';
import type { TimedCommand } from './model/comparison.ts';
import { PerpetualRun } from './perpetual-run.ts';
import { asset, smallInstrument } from './small-instrument.ts';

export const market = 1001;
/** See `Crowd.addMarket`. */
export const otherMarket = 1002;
export const startTicks = 1000;
export const fundingTimeMs = 1_800_000_000_000 + 28_800_000;

/** A market where `pairs` of users hold a long against a short each, isolated at a leverage of 10. */
export class Crowd {
  readonly run = new PerpetualRun();
  readonly sent: TimedCommand[] = [];
  /** The newest tick: seconds since 1970. */
  n = fundingTimeMs / 1000 - 300;
  readonly #settings: InstrumentSettings;
  readonly #deposit: bigint;
  #transferId = 0;

  /** `deposit`: what each user deposits for each position, 10^-8 USDT. */
  constructor(pairs: number, changes: Partial<InstrumentSettings> = {}, deposit = 1_000_000_000n) {
    this.#settings = smallInstrument(market, { fundingIntervalMs: 28_800_000, ordersMax: 10_000, ...changes });
    this.#deposit = deposit;
    this.#configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 });
    this.#configure(this.#settings);
    this.tick(startTicks);
    for (let pair = 0; pair < pairs; pair++) {
      this.open(2 * pair + 1, PositionSide.short, 10);
      this.open(2 * pair + 2, PositionSide.long, 10);
    }
  }

  send(command: Command): void {
    this.sent.push({ command, timeMs: this.n * 1000 });
    this.run.apply(command, this.n * 1000);
  }

  get shard(): PerpetualShard {
    return this.run.shard;
  }

  get done(): CommandDone {
    return this.run.events.at(-1) as CommandDone;
  }

  /** @param otherTicks the index of the other market, if there is one */
  tick(indexTicks: number, otherTicks = startTicks): void {
    this.n++;
    const prices = [
      { market, indexTicks, sources: [] },
      { market: otherMarket, indexTicks: otherTicks, sources: [] },
    ];
    this.send({ kind: Op.tick, user: 0, n: this.n, prices: JSON.stringify(prices) });
  }

  /** Lists the other market, in which there are no orders or positions. */
  addMarket(): void {
    this.#configure(smallInstrument(otherMarket));
    this.tick(startTicks);
  }

  goOn(): void {
    this.send({ kind: Op.continueRound, user: 0 });
  }

  /** Sends continueRound until nothing is pending; returns how many there were. */
  finish(see?: () => void): number {
    let count = 0;
    for (; this.done.available === 1; count++) {
      this.goOn();
      see?.();
    }
    return count;
  }

  open(
    user: number,
    position: PositionSide,
    lots: number,
    priceTicks = startTicks,
    leverage = 10,
    mode: MarginMode = MarginMode.isolated,
  ): void {
    this.deposit(user, this.#deposit);
    this.send({ kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 });
    this.place(user, position as number as Side, position, lots, priceTicks, mode);
  }

  deposit(user: number, amount: bigint): void {
    this.send({ kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount });
  }

  withdraw(user: number, amount: bigint): void {
    this.send({ kind: Op.transferOut, user, asset, transferId: ++this.#transferId, amount });
  }

  /** Changes the instrument's settings. */
  configure(changes: Partial<InstrumentSettings>): void {
    this.#configure({ ...this.#settings, ...changes });
  }

  place(
    user: number,
    side: Side,
    position: PositionSide,
    lots: number,
    priceTicks = startTicks,
    mode: MarginMode = MarginMode.isolated,
    inMarket = market,
  ): void {
    const target = { user, market: inMarket, mode, position, side };
    const order = { type: OrderKind.limit, priceTicks, lots, reduceOnly: false, selfTrade: 0 as const };
    this.send({ kind: Op.placeOrder, ...target, ...order, ...noLegs, clientId: '', source: '' });
  }

  payments(): EventOf<typeof EventKind.fundingPaid>[] {
    return this.run.events.filter((event) => event.kind === EventKind.fundingPaid);
  }

  #configure(settings: object): void {
    this.send({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) });
  }
}
