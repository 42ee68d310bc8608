import {
  type Command,
  EventKind,
  type InstrumentSettings,
  LiquidationStage,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  Side,
} from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { Crowd, startTicks } from '../../../testing/perpetual/crowd.ts';
import { checkNobodyIsOverdue, PerpetualRun } from '../../../testing/perpetual/perpetual-run.ts';
import { compareWithRestored } from '../../../testing/perpetual/restored.ts';
import { asset, smallInstrument } from '../../../testing/perpetual/small-instrument.ts';
import { Random } from '../../../testing/random.ts';
import { noLegs } from '../algos/algos.ts';
import { checkInvariants } from '../invariants.ts';
import type { Account, Market, PerpetualShard } from '../state.ts';
import { leftMax, waitingMax } from './evaluation.ts';

const timeoutMs = 120_000;
const pairs = 900;
const { long, short } = PositionSide;

/** Pairs of users, half of them with cross margin, a few of them with so much leverage that a fall of 5% liquidates. */
function quietCrowd(): Crowd {
  const crowd = new Crowd(0);
  for (let pair = 0; pair < pairs; pair++) {
    const mode = pair % 2 === 0 ? MarginMode.cross : MarginMode.isolated;
    const leverage = pair % 100 < 10 ? 50 : 5;
    crowd.open(2 * pair + 1, short, 10, startTicks, 5, mode);
    crowd.open(2 * pair + 2, long, 10, startTicks, leverage, mode);
    // A cross account of the first kind has little more than its margin.
    if (mode === MarginMode.cross && leverage === 50) crowd.withdraw(2 * pair + 2, mostOf(crowd, 2 * pair + 2));
  }
  crowd.tick(startTicks);
  crowd.finish();
  expect(crowd.shard.unwatched.length).toBe(0);
  return crowd;
}

/** All of a cross account's cash but a 37th of what it entered at. */
function mostOf({ shard }: Crowd, user: number): bigint {
  const { cash, crossPositions } = shard.accounts.get(user) as Account;
  return BigInt(cash) - BigInt(crossPositions[0]?.cost ?? 0) / 37n;
}

/** How many intervals a command gave or took. */
function countEvaluated(shard: PerpetualShard, command: () => void): number {
  const before = intervalsOf(shard);
  command();
  const after = intervalsOf(shard);
  return [...before].filter(([subject, interval]) => after.get(subject) !== interval).length;
}

function intervalsOf({ accounts, positions }: PerpetualShard): Map<string, string> {
  const intervals = new Map<string, string>();
  for (const { id, watch, mode, isUnwatched } of positions.values())
    if (mode === MarginMode.isolated)
      intervals.set(`position ${id}`, `${watch?.fall?.key} ${watch?.rise?.key} ${isUnwatched}`);
  for (const { user, watches, isUnwatched } of accounts.values())
    intervals.set(
      `account ${user}`,
      `${watches.map(({ fall, rise }) => `${fall?.key} ${rise?.key}`).join()} ${isUnwatched}`,
    );
  return intervals;
}

function liquidatedBy({ run }: Pick<Crowd, 'run'>): number[] {
  return run.events.flatMap((event) =>
    event.kind === EventKind.liquidationStep && event.stage === LiquidationStage.started ? [event.user] : [],
  );
}

describe('a fall that leaves the intervals of everybody', () => {
  it('is evaluated in slices, until all who are due were found', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    const { shard } = crowd;
    const counts = [countEvaluated(shard, () => crowd.tick(startTicks * 0.8))];
    const liquidated = liquidatedBy(crowd);
    for (; crowd.done.available === 1; liquidated.push(...liquidatedBy(crowd)))
      counts.push(countEvaluated(shard, () => crowd.goOn()));
    expect(Math.max(...counts)).toBeLessThanOrEqual(leftMax + waitingMax);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3);
    const due = Array.from({ length: pairs }, (_, pair) => 2 * pair + 2).filter((user) => (user / 2 - 1) % 100 < 10);
    expect(liquidated).toEqual(expect.arrayContaining(due));
    checkNobodyIsOverdue(shard);
    checkInvariants(shard);
  });

  it('is evaluated to its end also when ticks come before each slice', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    for (let second = 0; second < 30; second++) crowd.tick(startTicks * 0.8 + (second % 2));
    checkNobodyIsOverdue(crowd.shard);
    crowd.finish();
    checkInvariants(crowd.shard);
  });

  it('goes on the same after a restart at any moment', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    const random = new Random(20_261_122);
    for (let round = 0; round < 25; round++)
      compareWithRestored(crowd, () => {
        for (let at = 0; at < 6; at++) moveOn(crowd, random);
      });
    checkInvariants(crowd.shard);
  });
});

/** A slice, a tick somewhere between 70% and 120% of the beginning, a halt or its end, or an order. */
function moveOn(crowd: Crowd, random: Random): void {
  const choice = random.fraction();
  const user = 1 + Math.floor(random.fraction() * pairs * 2);
  if (choice < 0.4) crowd.goOn();
  else if (choice < 0.7) crowd.tick(Math.floor(startTicks * (0.7 + random.fraction() / 2)));
  else if (choice < 0.8) crowd.configure({ status: random.fraction() < 0.5 ? 'halted' : 'open' });
  else if (choice < 0.9) crowd.deposit(user, 1_000n);
  else crowd.place(user, user % 2 === 1 ? Side.buy : Side.sell, user % 2 === 1 ? short : long, 3, startTicks);
}

describe('whom a change of the terms concerns', () => {
  it('is evaluated in slices of a round', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    crowd.configure({ takerRate: 80_000 });
    const { length } = crowd.shard.unwatched;
    expect(length).toBe(pairs * 2);
    const count = countEvaluated(crowd.shard, () => crowd.tick(startTicks));
    expect(count).toBeLessThanOrEqual(leftMax + waitingMax);
    expect(crowd.shard.toEvaluate.length).toBe(length - waitingMax);
    expect(crowd.finish()).toBeGreaterThan(0);
    expect([crowd.shard.unwatched.length, crowd.shard.toEvaluate.length]).toEqual([0, 0]);
  });
});

describe('what waits is listed alike by the shard and its snapshot', () => {
  it('also when those who wait were closed meanwhile', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(waitingMax / 2);
    crowd.open(9001, short, 10, startTicks, 5);
    crowd.open(9002, long, 10, startTicks, 50);
    crowd.tick(startTicks);
    crowd.finish();
    crowd.configure({ takerRate: 60_000 });
    crowd.tick(startTicks);
    const waiting = crowd.shard.toEvaluate.map(({ user }) => user);
    expect(waiting.length).toBe(2);
    const [closer, opener] = [Math.min(...waiting), Math.max(...waiting)];
    crowd.place(closer, Side.buy, short, 10);
    crowd.place(opener, Side.sell, long, 10);
    expect(crowd.shard.toEvaluate.map((subject) => 'lots' in subject && subject.lots)).toEqual([0, 0]);
    compareWithRestored(crowd, () => crowd.tick(startTicks * 0.97));
    compareWithRestored(crowd, () => crowd.tick(startTicks * 0.97));
  });
});

/** Two markets, one of which is crowded. */
class TwoMarkets {
  readonly run = new PerpetualRun();
  readonly crowded = 1001;
  readonly other = 1002;
  #n = 1_800_000_000;
  #transferId = 0;

  constructor() {
    this.send({
      kind: Op.configure,
      user: 0,
      settings: JSON.stringify({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 }),
    });
    for (const id of [this.crowded, this.other]) this.configure(id, {});
    this.tick(startTicks, startTicks);
  }

  configure(id: number, changes: Partial<InstrumentSettings>): void {
    const settings = smallInstrument(id, { fundingIntervalMs: 28_800_000, staleHaircut: 5_000_000, ...changes });
    this.send({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) });
  }

  deposit(user: number, amount: bigint): void {
    this.send({ kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount });
  }

  /** A long of `user` at a leverage, with that and no more on the account, against a short of the next user. */
  open(market: number, user: number, mode: MarginMode, leverage: number): void {
    const lots = 10;
    this.deposit(user + 1, 10n ** 12n);
    this.#place(market, user + 1, PositionSide.short, MarginMode.isolated, 3, lots);
    const { unit } = this.run.shard.markets.get(market) as Market;
    this.deposit(user, (BigInt(unit * startTicks * lots) * 1_100n) / (1_000n * BigInt(leverage)));
    this.#place(market, user, PositionSide.long, mode, leverage, lots);
  }

  tick(...indexes: [number, number]): void {
    this.#n++;
    const prices = [this.crowded, this.other].map((market, at) => ({ market, indexTicks: indexes[at], sources: [] }));
    this.send({ kind: Op.tick, user: 0, n: this.#n, prices: JSON.stringify(prices) });
  }

  finish(): void {
    while (this.isPending) this.goOn();
  }

  goOn(): void {
    this.send({ kind: Op.continueRound, user: 0 });
  }

  get isPending(): boolean {
    const done = this.run.events.at(-1);
    return done?.kind === EventKind.commandDone && done.available === 1;
  }

  send(command: Command): void {
    this.run.apply(command, this.#n * 1000);
  }

  #place(market: number, user: number, position: PositionSide, mode: MarginMode, leverage: number, lots: number): void {
    this.send({ kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 });
    const target = { user, market, mode, position, side: position as number as Side, type: OrderKind.limit };
    const order = { priceTicks: startTicks, lots, reduceOnly: false, selfTrade: 0 as const, clientId: '', source: '' };
    this.send({ kind: Op.placeOrder, ...target, ...order, ...noLegs });
  }
}

describe('a market', () => {
  const victim = 90_001;

  it('does not wait behind another that loses more intervals than a slice takes', { timeout: timeoutMs }, () => {
    const markets = new TwoMarkets();
    for (let pair = 0; pair < leftMax + 200; pair++)
      markets.open(markets.crowded, 2 * pair + 1, MarginMode.isolated, 5);
    markets.open(markets.other, victim, MarginMode.isolated, 20);
    markets.tick(startTicks, startTicks);
    markets.finish();
    markets.tick(startTicks * 0.81, startTicks * 0.8);
    expect(markets.run.shard.toEvaluate.length).toBe(0);
    expect(markets.isPending).toBe(true);
    expect(liquidatedBy(markets)).toContain(victim);
  });

  it('does not wait behind accounts of a halted one that are due and cannot be closed', { timeout: timeoutMs }, () => {
    const markets = new TwoMarkets();
    const accounts = 300;
    for (let pair = 0; pair < accounts; pair++) markets.open(markets.crowded, 2 * pair + 1, MarginMode.cross, 30);
    for (const user of [victim, victim + 2]) markets.open(markets.other, user, MarginMode.cross, 20);
    markets.tick(startTicks, startTicks);
    markets.finish();
    markets.configure(markets.crowded, { status: 'halted' });
    markets.tick(startTicks, startTicks);
    markets.finish();
    expect(markets.run.shard.unwatched.length).toBe(0);
    markets.deposit(victim, 1n);
    markets.tick(startTicks, startTicks * 0.8);
    expect(liquidatedBy(markets)).toEqual(expect.arrayContaining([victim, victim + 2]));
    markets.finish();
    // Their marks are trusted again: all of them have their turns.
    markets.configure(markets.crowded, { status: 'open' });
    markets.tick(startTicks * 0.95, startTicks * 0.8);
    const liquidated = liquidatedBy(markets);
    for (; markets.isPending; liquidated.push(...liquidatedBy(markets))) markets.goOn();
    expect(liquidated.length).toBe(accounts);
    checkNobodyIsOverdue(markets.run.shard);
  });
});
