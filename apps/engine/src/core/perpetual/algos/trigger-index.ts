/**
 * The algos of each market by age, with the nearest prices at which one of them may fire: so a trade that reaches none
 * of them costs two comparisons. Derived from the algos: it is built when it is first needed and is no part of the state.
 */
import { AlgoKind, AlgoState, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Algo, Market, PerpetualShard } from '../state.ts';

/** By source of price: the lowest trigger that fires upwards, the highest that fires downwards. Never too narrow. */
interface Bounds {
  up: number;
  down: number;
}

interface MarketAlgos {
  /** Oldest first. */
  algos: Map<number, Algo>;
  bounds: Record<PriceSource, Bounds>;
}

type TriggerIndex = Map<Market, MarketAlgos>;

const indexes = new WeakMap<PerpetualShard, TriggerIndex>();

function emptyBounds(): Record<PriceSource, Bounds> {
  const none = () => ({ up: Number.POSITIVE_INFINITY, down: 0 });
  return { [PriceSource.last]: none(), [PriceSource.index]: none(), [PriceSource.mark]: none() };
}

function indexOf(shard: PerpetualShard): TriggerIndex {
  const known = indexes.get(shard);
  if (known) return known;
  const index: TriggerIndex = new Map();
  indexes.set(shard, index);
  for (const algo of shard.algos.values()) algosIn(index, algo.market).algos.set(algo.id, algo);
  for (const ofMarket of index.values()) renewBounds(ofMarket);
  return index;
}

function algosIn(index: TriggerIndex, market: Market): MarketAlgos {
  const known = index.get(market);
  if (known) return known;
  const made: MarketAlgos = { algos: new Map(), bounds: emptyBounds() };
  index.set(market, made);
  return made;
}

function renewBounds(ofMarket: MarketAlgos): void {
  ofMarket.bounds = emptyBounds();
  for (const algo of ofMarket.algos.values()) widen(ofMarket.bounds, algo);
}

/** The triggers of an algo with their directions. */
function widen(bounds: Record<PriceSource, Bounds>, algo: Algo): void {
  if (algo.state !== AlgoState.live) return;
  const add = (ticks: number, by: PriceSource, isUp: boolean) => {
    if (ticks <= 0) return;
    const bound = bounds[by];
    if (isUp) bound.up = Math.min(bound.up, ticks);
    else bound.down = Math.max(bound.down, ticks);
  };
  if (algo.type === AlgoKind.trigger) {
    add(algo.triggerTicks, algo.triggerBy, algo.triggersUp);
    return;
  }
  const isLong = algo.position === PositionSide.long;
  add(algo.tpTriggerTicks, algo.tpTriggerBy, isLong);
  add(algo.slTriggerTicks, algo.slTriggerBy, !isLong);
}

export function noteMade(shard: PerpetualShard, algo: Algo): void {
  algosIn(indexOf(shard), algo.market).algos.set(algo.id, algo);
}

/** Its triggers count from now on. */
export function noteArmed(shard: PerpetualShard, algo: Algo): void {
  widen(algosIn(indexOf(shard), algo.market).bounds, algo);
}

export function noteEnded(shard: PerpetualShard, algo: Algo): void {
  algosIn(indexOf(shard), algo.market).algos.delete(algo.id);
}

/** All live algos of a market, oldest first. */
export function algosOf(shard: PerpetualShard, market: Market): Algo[] {
  const ofMarket = indexOf(shard).get(market);
  return ofMarket ? [...ofMarket.algos.values()] : [];
}

/** Those that a price between `low` and `high` may fire, oldest first. */
export function algosNear(
  shard: PerpetualShard,
  market: Market,
  source: PriceSource,
  low: number,
  high: number,
): Algo[] {
  const ofMarket = indexOf(shard).get(market);
  if (!ofMarket) return [];
  const { up, down } = ofMarket.bounds[source];
  if (high < up && low > down) return [];
  renewBounds(ofMarket);
  return [...ofMarket.algos.values()];
}
