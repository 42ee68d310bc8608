/** A million positions: ticks that reach none of them, a funding of all of them, and a fall that reaches a quarter of them. */
import { Random } from '@pelican/engine/src/testing/random.ts';
import { MarginMode, Op, OrderKind, PositionSide, Side } from '@pelican/shared/engine/perpetual';
import { cpuTimeMs } from '../shared/cpu-time.ts';
import { type Durations, durationsOf } from './durations.ts';
import { markets, orderCommand, PerpetualUnderBench, tickCommand } from './world.ts';

export interface CrowdTimes {
  positions: number;
  tickMs: Durations;
  /** One command of the funding: its tick, and each continueRound after it. */
  fundingMs: Durations;
  fundingCommands: number;
  /** One command of the fall: its tick, and each continueRound after it. */
  fallMs: Durations;
  fallCommands: number;
}

const positionsOfUser = markets.length * 2;
/** 20,000 USDT. */
const fundsOfUser = 2_000_000_000_000n;
const warmUp = 30;
/** Two minutes, in which every market is ranked twice. */
const tickCount = 150;
/** The isolated long positions are warned, and none is due. */
const fallTo = 0.675;

/** Opens `positions` positions at 3 times leverage, and times ticks of indexes that wander, one funding and one fall. */
export function crowdPass(positions: number): CrowdTimes {
  const world = worldWith(Math.ceil(positions / positionsOfUser));
  const opened = world.shard.positions.size;
  const random = new Random(1);
  const prices = markets.map(({ startTicks }) => startTicks);
  const wander = () =>
    prices.map((price) => Math.max(1, price + Math.round(price * (random.fraction() - 0.5) * 0.0006)));
  const ticks: number[] = [];
  for (let at = 0; at < warmUp + tickCount; at++) {
    const elapsedMs = tick(world, wander());
    if (at >= warmUp) ticks.push(elapsedMs);
    while (world.isPending) goOn(world);
  }
  const due = world.shard.markets.get((markets[0] as { id: number }).id)?.funding.currentTimeMs ?? 0;
  world.n = due / 1000 - 1;
  const slices = tickAndRest(world, prices);
  const fall = tickAndRest(
    world,
    prices.map((price) => Math.round(price * fallTo)),
  );
  return {
    positions: opened,
    tickMs: durationsOf(ticks),
    fundingMs: durationsOf(slices),
    fundingCommands: slices.length,
    fallMs: durationsOf(fall),
    fallCommands: fall.length,
  };
}

function tickAndRest(world: PerpetualUnderBench, prices: readonly number[]): number[] {
  const timesMs = [tick(world, prices)];
  while (world.isPending) timesMs.push(goOn(world));
  return timesMs;
}

function tick(world: PerpetualUnderBench, prices: readonly number[]): number {
  world.n++;
  const command = tickCommand(world.n, prices);
  const startedMs = cpuTimeMs();
  world.apply(command);
  return cpuTimeMs() - startedMs;
}

function goOn(world: PerpetualUnderBench): number {
  const startedMs = cpuTimeMs();
  world.apply({ kind: Op.continueRound, user: 0 });
  return cpuTimeMs() - startedMs;
}

/** Pairs of users: in each market one is long and the other short, in cross and in isolated margin. */
function worldWith(users: number): PerpetualUnderBench {
  const world = new PerpetualUnderBench(
    Array.from({ length: users }, (_, index) => index + 1),
    fundsOfUser,
  );
  for (let user = 1; user < users; user += 2) {
    for (const { id: market, startTicks: priceTicks } of markets) {
      for (const mode of [MarginMode.cross, MarginMode.isolated]) {
        const order = { market, mode, priceTicks, lots: 10 + (user % 90), type: OrderKind.limit };
        world.apply(orderCommand({ ...order, user, side: Side.sell, position: PositionSide.short }));
        world.apply(orderCommand({ ...order, user: user + 1, side: Side.buy, position: PositionSide.long }));
      }
    }
  }
  return world;
}
