/** Ticks over a shard with many positions: half of them cross, half isolated, over four markets, and quotes on each book. */
import { Random } from '@pelican/engine/src/testing/random.ts';
import {
  AlgoKind,
  MarginMode,
  marketPriceTicks,
  Op,
  OrderKind,
  PositionSide,
  PriceSource,
  Side,
} from '@pelican/shared/engine/perpetual';
import { cpuTimeMs } from '../shared/cpu-time.ts';
import { type Durations, durationsOf } from './durations.ts';
import { core, markets, type NewOrder, orderCommand, PerpetualUnderBench, tickCommand } from './world.ts';

export interface TickTimes extends Durations {
  positions: number;
  closed: number;
  /** Take-profits and stop-losses that fired. */
  fired: number;
}

const maker = 1_000_000;
const quoteLevels = 20;
const warmUp = 60;

/**
 * Opens `positions` positions, guarded ones with a take-profit and a stop-loss each, then times `count` ticks of indexes
 * that wander.
 */
export function tickPass(positions: number, count: number, isGuarded = false): TickTimes {
  const world = worldWith(positions);
  if (isGuarded) guardPositions(world);
  const guards = world.shard.algos.size;
  const opened = world.shard.positions.size;
  const random = new Random(1);
  const prices = markets.map(({ startTicks }) => startTicks);
  const timesMs: number[] = [];
  for (let at = 0; at < warmUp + count; at++) {
    world.n++;
    prices.forEach((price, which) => {
      const start = (markets[which] as { startTicks: number }).startTicks;
      const step = Math.round(start * (random.fraction() - 0.5) * 0.0006);
      prices[which] = Math.max(Math.round(start * 0.985), Math.min(Math.round(start * 1.015), price + step));
    });
    const command = tickCommand(world.n, prices);
    const startedMs = cpuTimeMs();
    world.apply(command);
    if (at >= warmUp) timesMs.push(cpuTimeMs() - startedMs);
    while (world.isPending) world.apply({ kind: Op.continueRound, user: 0 });
  }
  core.checkInvariants(world.shard);
  const tickMs = durationsOf(timesMs);
  const fired = guards - world.shard.algos.size;
  const closed = opened - world.shard.positions.size;
  return { positions: opened, closed, fired, ...tickMs };
}

/** Pairs of users who trade with each other, a long against a short: two positions a trade. */
function worldWith(positions: number): PerpetualUnderBench {
  const pairs = Math.floor(positions / 2);
  const users = Array.from({ length: pairs }, (_, index) => index + 1);
  const world = new PerpetualUnderBench([...users, maker]);
  const leverages = [5, 10, 20];
  for (let pair = 0; pair < pairs; pair++) {
    const { id: market, startTicks: priceTicks } = markets[pair % markets.length] as { id: number; startTicks: number };
    const mode = pair % 8 < markets.length ? MarginMode.cross : MarginMode.isolated;
    const leverage = leverages[pair % leverages.length] as number;
    const [long, short] = [users[pair] as number, users[(pair + markets.length) % pairs] as number];
    for (const [user, position] of [
      [long, PositionSide.long],
      [short, PositionSide.short],
    ] as const)
      world.apply({ kind: Op.setLeverage, user, market, mode, position, leverage, positionVersion: -1 });
    const lots = 100 + (pair % 900);
    const order = { market, mode, priceTicks, lots, type: OrderKind.limit };
    place(world, { ...order, user: short, side: Side.sell, position: PositionSide.short });
    place(world, { ...order, user: long, side: Side.buy, position: PositionSide.long });
  }
  for (const { id: market, startTicks } of markets) quote(world, market, startTicks);
  return world;
}

function place(world: PerpetualUnderBench, order: NewOrder): void {
  world.apply(orderCommand(order));
}

/** Take-profits and stop-losses by the mark, at 0.1% to 10% from its start: the nearest of them are reached. */
function guardPositions(world: PerpetualUnderBench): void {
  for (const { id, user, market, mode, position } of [...world.shard.positions.values()]) {
    const { markTicks } = market;
    const away = Math.round(markTicks * (0.001 + (id % 1000) / 10_000));
    const sign = position === PositionSide.long ? 1 : -1;
    const legs = {
      tpTriggerTicks: markTicks + sign * away,
      tpOrderTicks: marketPriceTicks,
      tpTriggerBy: PriceSource.mark,
      slTriggerTicks: markTicks - sign * away,
      slOrderTicks: marketPriceTicks,
      slTriggerBy: PriceSource.mark,
    };
    const trigger = { triggerTicks: 0, triggerOrderTicks: 0, triggerBy: PriceSource.last, reduceOnly: false };
    const side = position === PositionSide.long ? Side.sell : Side.buy;
    const target = { user, market: market.id, mode, side, position, type: AlgoKind.oco, lots: 0 };
    world.apply({ kind: Op.placeAlgo, ...target, ...trigger, ...legs, clientId: '', source: '' });
  }
}

function quote(world: PerpetualUnderBench, market: number, around: number): void {
  for (let level = 1; level <= quoteLevels; level++) {
    const away = Math.max(1, Math.round(around * 0.0002)) * level;
    const common = { user: maker, market, mode: MarginMode.cross, type: OrderKind.limit, lots: 1000 };
    place(world, { ...common, side: Side.buy, position: PositionSide.long, priceTicks: around - away });
    place(world, { ...common, side: Side.sell, position: PositionSide.short, priceTicks: around + away });
  }
}
