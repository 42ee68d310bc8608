import {
  type Command,
  EventKind,
  HouseUser,
  type InstrumentSettings,
  LiquidationStage,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  type Side,
} from '@pelican/shared/engine/perpetual';
import { isolatedEquity } from '@pelican/shared/perpetual';
import { describe, expect, it } from 'vitest';
import { checkNobodyIsOverdue, PerpetualRun } from '../../../testing/perpetual/perpetual-run.ts';
import { asset, smallInstrument } from '../../../testing/perpetual/small-instrument.ts';
import { noLegs } from '../algos/algos.ts';
import { checkInvariants } from '../invariants.ts';
import { exactOf, figuresOf } from '../positions/accounts.ts';

const market = 1001;
const longCount = 2000;
const shortCount = 400;
const firstShort = 10_001;
const maker = 20_001;
const startTicks = 600_000;
const leverages = [3, 4, 5, 10, 20, 50] as const;
const usdt = 100_000_000n;

/** BTC_USDT as it is listed in the demo. */
const bitcoin: InstrumentSettings = smallInstrument(market, {
  name: 'BTC_USDT',
  contractValue: 1_000_000,
  lotSize: 1_000_000,
  tickSize: 10_000_000,
  maxLimitLots: 1_000_000,
  maxMarketLots: 200_000,
  priceMaxTicks: 100_000_000,
  bandX: 2_000_000,
  bandY: 2_000_000,
  bandZ: 5_000_000,
  fundingIntervalMs: 28_800_000,
  impactNotional: 2_000_000_000_000,
  ordersMax: 5000,
  tiers: [
    { maxLots: 2000, mmr: 400_000, maxLeverage: 100 },
    { maxLots: 5000, mmr: 500_000, maxLeverage: 50 },
    { maxLots: 5_000_000, mmr: 1_000_000, maxLeverage: 25 },
  ],
});

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

class Crash {
  readonly run = new PerpetualRun();
  n = 1_800_000_000;
  readonly met = new Map<string, number>();
  #transferId = 0;

  send(command: Command): void {
    this.run.apply(command, this.n * 1000);
  }

  configure(settings: object): void {
    this.send({ kind: Op.configure, user: 0, settings: JSON.stringify(settings) });
  }

  fund(user: number, amount: bigint): void {
    this.send({ kind: Op.transferIn, user, asset, transferId: ++this.#transferId, amount: amount * usdt });
  }

  leverage(user: number, mode: MarginMode, position: PositionSide, leverage: number): void {
    this.send({ kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 });
  }

  open(user: number, mode: MarginMode, position: PositionSide, priceTicks: number, lots: number): void {
    const target = { user, market, mode, position, side: position as number as Side };
    const order = { type: OrderKind.limit, priceTicks, lots, reduceOnly: false, selfTrade: 0 as const };
    this.send({ kind: Op.placeOrder, ...target, ...order, ...noLegs, clientId: '', source: '' });
  }

  /** The next second and all that its tick left; returns the most CPU milliseconds that one of the commands took. */
  tick(indexTicks: number): number {
    this.n++;
    const prices = JSON.stringify([{ market, indexTicks, sources: [] }]);
    let longestMs = this.#timed({ kind: Op.tick, user: 0, n: this.n, prices });
    while (this.#isPending) longestMs = Math.max(longestMs, this.#timed({ kind: Op.continueRound, user: 0 }));
    return longestMs;
  }

  get #isPending(): boolean {
    const done = this.run.events.at(-1);
    return done?.kind === EventKind.commandDone && done.available === 1;
  }

  #timed(command: Command): number {
    const started = cpuMs();
    this.send(command);
    const elapsedMs = cpuMs() - started;
    for (const event of this.run.events) {
      if (event.kind === EventKind.liquidationStep) this.#count(`stage ${event.stage}`);
      if (event.kind === EventKind.deleveraged) this.#count('deleveraged');
    }
    return elapsedMs;
  }

  #count(name: string): void {
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
  }
}

function openAll(crash: Crash): void {
  crash.configure({ kind: 'asset', id: asset, ticker: 'USDT', scale: 8 });
  crash.configure(bitcoin);
  crash.tick(startTicks);
  crash.fund(HouseUser.fund, 3000n);
  for (let at = 0; at < longCount; at++) {
    const user = at + 1;
    const short = firstShort + (at % shortCount);
    const mode = at % 2 === 0 ? MarginMode.cross : MarginMode.isolated;
    const leverage = leverages[at % leverages.length] as number;
    // A few are large: more than the lowest tier, so that they are reduced before they are taken over.
    const lots = at % 37 === 0 && leverage <= 25 ? 5500 : 20 + (at % 60);
    // 6 USDT a lot; cross accounts have little more than their margin, or they would bear the fall.
    crash.fund(user, (BigInt(lots) * 6n * 108n) / (100n * BigInt(leverage)) + 2n);
    crash.fund(short, BigInt(lots) * 6n);
    crash.leverage(user, mode, PositionSide.long, leverage);
    crash.open(short, at % 3 === 0 ? MarginMode.isolated : MarginMode.cross, PositionSide.short, startTicks, lots);
    crash.open(user, mode, PositionSide.long, startTicks, lots);
  }
}

/** Bids on the way down for a part of what will be sold. */
function bidBelow(crash: Crash): void {
  crash.fund(maker, 10_000_000n);
  for (let step = 1; step <= 60; step++)
    crash.open(maker, MarginMode.cross, PositionSide.long, startTicks - step * 3000 - 700, 900);
}

describe('the index falls by 30% in a minute', () => {
  it('liquidates all who must be, and fund and winners close the rest, to the last unit', { timeout: 120_000 }, () => {
    const crash = new Crash();
    const { run, met } = crash;
    const { shard } = run;
    openAll(crash);
    bidBelow(crash);
    const opened = [...shard.positions.values()].filter(({ position }) => position === PositionSide.long);
    expect(opened.length).toBe(longCount);
    const timesMs: number[] = [];
    for (let second = 1; second <= 60; second++) {
      timesMs.push(crash.tick(startTicks - second * 3000));
      checkInvariants(shard);
      checkNobodyIsOverdue(shard);
    }
    for (let second = 1; second <= 65; second++) crash.tick(startTicks * 0.7);
    checkInvariants(shard);
    process.stdout.write(
      `60 ticks of the fall, CPU: ${Math.round(timesMs.reduce((sum, each) => sum + each, 0))} ms, ` +
        `longest ${Math.round(Math.max(...timesMs))} ms; ${JSON.stringify([...met])}\n`,
    );

    expect(shard.fund.lots.size, 'lots that nobody took').toBe(0);
    for (const held of opened) {
      const isDoomed = held.mode === MarginMode.isolated ? held.leverage >= 4 : held.leverage >= 5;
      if (isDoomed) expect(held.lots, `position ${held.id} at ${held.leverage}x`).toBe(0);
    }
    for (const account of shard.accounts.values()) {
      const { user, isLiquidating } = account;
      expect(isLiquidating, `user ${user}`).toBe(false);
      expect(figuresOf(account).equity >= 0n, `equity of ${user}`).toBe(true);
    }
    for (const held of shard.positions.values()) {
      expect(isolatedEquity(held.market.instrument, exactOf(held)) > 0n || held.mode === MarginMode.cross).toBe(true);
    }
    expect(met.get('deleveraged')).toBeGreaterThan(0);
    expect(met.get(`stage ${LiquidationStage.takenOver}`)).toBeGreaterThan(500);
    expect(met.get(`stage ${LiquidationStage.reduced}`)).toBeGreaterThan(0);
    expect(shard.fund.cash >= 0n).toBe(true);
  });
});
