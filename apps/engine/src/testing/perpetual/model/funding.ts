/** Funding of one market in one second: sample, running rate, lock, settlement. */
import { CashReason, EventKind, MarginMode, PositionSide, Side } from '@pelican/shared/engine/perpetual';
import { down, fee, least, most, near, one, total } from './arithmetic.ts';
import { worthAtMark } from './margin.ts';
import { isStale } from './prices.ts';
import type { Lot, Market, Position, World } from './state.ts';
import { book, emit, moveCash, moveFund, notional, rest } from './world.ts';

export function fundMarket(world: World, market: Market, n: number): void {
  const nowMs = n * 1000;
  const before = summary(market);
  if (market.currentTimeMs === 0) {
    market.currentTimeMs = boundaryAfter(market, nowMs);
    market.currentRate = rateOf(market, 480);
    market.nextRate = market.currentRate;
  }
  if (sample(world, market, n) && !market.isLocked) market.currentRate = rateOf(market, 480);
  if (!market.isLocked && nowMs >= market.currentTimeMs - 60_000) {
    market.currentRate = rateOf(market, 480);
    market.isLocked = true;
  }
  if (nowMs >= market.currentTimeMs) {
    if (nowMs - market.currentTimeMs <= 900_000 && market.mark > 0n) settle(world, market);
    market.currentTimeMs = boundaryAfter(market, nowMs);
    market.isLocked = false;
    market.currentRate = rateOf(market, 480);
  }
  const after = summary(market);
  if (Object.keys(after).some((name) => after[name] !== before[name])) emit(world, EventKind.fundingChanged, 0, after);
}

function summary(market: Market): Record<string, unknown> {
  return {
    market: market.id,
    isLocked: market.isLocked,
    currentRate: market.currentRate,
    currentTimeMs: market.currentTimeMs,
    nextRate: market.nextRate,
    nextTimeMs: market.currentTimeMs + market.settings.fundingIntervalMs,
  };
}

function boundaryAfter({ settings }: Market, nowMs: number): number {
  return nowMs - (nowMs % settings.fundingIntervalMs) + settings.fundingIntervalMs;
}

function rateOf({ samples, settings }: Market, count: number): bigint {
  const counted = samples.slice(-count);
  const average = counted.length === 0 ? 0n : near(total(counted), BigInt(counted.length));
  const [damper, cap] = [BigInt(settings.fundingDamper), BigInt(settings.fundingCap)];
  const damped = most(-damper, least(damper, BigInt(settings.fundingInterest) - average));
  return most(-cap, least(cap, average + damped));
}

/** One in the first tick of a minute; the minute in which the market is first seen has none, nor one without an index. */
function sample(world: World, market: Market, n: number): boolean {
  const minute = Math.floor(n / 60);
  const isFirst = market.sampledMinute === 0;
  if (minute <= market.sampledMinute) return false;
  market.sampledMinute = minute;
  if (isFirst || isStale(market, n)) return false;
  market.samples = [...market.samples, premium(world, market)].slice(-480);
  market.nextRate = rateOf(market, 60);
  return true;
}

interface Fraction {
  over: bigint;
  under: bigint;
}

function premium(world: World, market: Market): bigint {
  const bid = impact(world, market, Side.buy);
  const ask = impact(world, market, Side.sell);
  const { index } = market;
  const above =
    bid && bid.over > index * bid.under ? { over: bid.over - index * bid.under, under: bid.under } : nothing;
  const below =
    ask && ask.over < index * ask.under ? { over: index * ask.under - ask.over, under: ask.under } : nothing;
  return near((above.over * below.under - below.over * above.under) * one, above.under * below.under * index);
}

const nothing: Fraction = { over: 0n, under: 1n };

/** The average price in ticks of trading the impact notional: notional over size; null when the side is too thin. */
function impact(world: World, market: Market, side: Side): Fraction | null {
  const wanted = BigInt(market.settings.impactNotional);
  let [spent, lots]: bigint[] = [0n, 0n];
  for (const order of book(world, market, side)) {
    const worth = notional(market, order.price, rest(order));
    if ((spent as bigint) + worth < wanted) {
      spent = (spent as bigint) + worth;
      lots = (lots as bigint) + rest(order);
      continue;
    }
    // The last order in part: its size is what is left over its price.
    const perLot = order.price * market.unit;
    const size = { over: (lots as bigint) * perLot + (wanted - (spent as bigint)), under: perLot };
    return { over: wanted * size.under, under: size.over * market.unit };
  }
  return null;
}

/** Payers first, as they can, to the fund; then receivers from it, all less by one factor when it does not reach. */
function settle(world: World, market: Market): void {
  const rate = market.currentRate;
  market.lastRate = rate;
  const held = world.positions.filter((each) => each.market === market && each.lots > 0n);
  const lots = world.lots.filter((each) => each.market === market && each.lots > 0n);
  const sides = {
    payers: held.filter((each) => isPayer(each, rate)),
    receivers: held.filter((each) => rate !== 0n && !isPayer(each, rate)),
    payingLots: lots.filter((each) => isPayer(each, rate)),
    receivingLots: lots.filter((each) => rate !== 0n && !isPayer(each, rate)),
  };
  let { fund } = world;
  // The fund pays itself: no cash moves, but it is paid and received all the same.
  const fromLots = sides.payingLots.map((lot) => {
    const amount = least(owed(lot, rate), fund);
    fund -= amount;
    return amount;
  });
  const collected = total(sides.payers.map((each) => collect(world, each, rate)));
  moveFund(world, collected, CashReason.funding, market.id);
  const dues = [...sides.receivers, ...sides.receivingLots].map((each) => owed(each, rate));
  const [due, pool] = [total(dues), world.fund];
  const partOf = (amount: bigint) => (due > pool ? down(amount * pool, due) : amount);
  let given = 0n;
  for (const each of sides.receivers) {
    const amount = least(partOf(owed(each, rate)), pool - given);
    given += amount;
    pay(world, each, amount, rate);
  }
  moveFund(world, -given, CashReason.funding, market.id);
  const toLots = partOf(total(sides.receivingLots.map((lot) => owed(lot, rate))));
  const [paid, received] = [collected + total(fromLots), given + toLots];
  const { currentTimeMs: timeMs, mark: markTicks } = market;
  emit(world, EventKind.fundingSettled, 0, { market: market.id, rate, markTicks, paid, received, timeMs });
}

/** A positive rate is paid by longs. */
function isPayer({ position }: Position | Lot, rate: bigint): boolean {
  return rate !== 0n && (position === PositionSide.long) === rate > 0n;
}

/** What a payer owes, rounded up, or a receiver is due, rounded down. */
function owed(each: Position | Lot, rate: bigint): bigint {
  const worth = notional(each.market, each.market.mark, each.lots);
  const magnitude = rate < 0n ? -rate : rate;
  return isPayer(each, rate) ? fee(worth, magnitude) : down(worth * magnitude, one);
}

/** An isolated payer pays at most its margin. */
function collect(world: World, held: Position, rate: bigint): bigint {
  const full = owed(held, rate);
  const amount = held.mode === MarginMode.isolated ? least(full, held.margin) : full;
  pay(world, held, -amount, rate);
  return amount;
}

/** Cross: from or to cash. Isolated: from or to the margin, reported as income and as margin posted. */
function pay(world: World, held: Position, amount: bigint, rate: bigint): void {
  if (amount === 0n) return;
  const { market, user, id: positionId } = held;
  const about = { market: market.id, positionId };
  held.funding -= amount;
  moveCash(world, user, amount, CashReason.funding, about);
  if (held.mode === MarginMode.isolated) {
    moveCash(world, user, -amount, CashReason.margin, about);
    held.margin += amount;
  }
  const timeMs = market.currentTimeMs;
  emit(world, EventKind.fundingPaid, user, {
    market: market.id,
    positionId,
    rate,
    lots: held.lots,
    notional: worthAtMark(held),
    amount,
    timeMs,
  });
}
