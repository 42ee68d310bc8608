/** The promises of the perpetual shard, checked against the state itself. Each failure throws with the values. */
import { AlgoState, isClosing, MarginMode, OrderState, PositionSide, Side } from '@pelican/shared/engine/perpetual';
import { liquidationTicks } from '@pelican/shared/perpetual';
import { isArmed } from './algos/algos.ts';
import { type Level, ordersOf } from './book.ts';
import type { Money } from './money.ts';
import { exactOf } from './positions/accounts.ts';
import {
  type Account,
  type Market,
  type Order,
  type PerpetualShard,
  type Position,
  positionKey,
  positionSlot,
} from './state.ts';

/**
 * Throws unless: all money adds up to what was transferred, to the last unit; as much is long as short in each market;
 * every freeze is the sum over the live orders; closing orders fit their positions; only who has something cross owes;
 * the fund is not below zero; books, maps and derived figures agree with the objects.
 */
export function checkInvariants(shard: PerpetualShard): void {
  checkConservation(shard);
  checkOpenInterest(shard);
  for (const position of shard.positions.values()) checkPosition(position);
  for (const account of shard.accounts.values()) checkAccount(account);
  checkMaps(shard);
  checkLots(shard);
  const stale = shard.orderPool.staleSpare;
  if (stale) fail('an order that is used again has no links of its last life', { id: stale.id });
  for (const market of shard.markets.values()) checkBook(shard, market);
}

function fail(promise: string, values: Record<string, unknown>): never {
  const text = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  throw new Error(`broken promise: ${promise} (${text.join(', ')})`);
}

function signedCost({ position, cost }: { position: PositionSide; cost: Money }): bigint {
  return position === PositionSide.long ? BigInt(cost) : -BigInt(cost);
}

/** Cash + margins + fund + fees - (costs of the long - costs of the short) = net transfers, exactly. */
function checkConservation(shard: PerpetualShard): void {
  const { fund, fees, netTransfers } = shard;
  let sum = BigInt(fund.cash) + BigInt(fees);
  for (const account of shard.accounts.values()) sum += BigInt(account.cash);
  for (const position of shard.positions.values()) sum += BigInt(position.margin) - signedCost(position);
  for (const lot of fund.lots.values()) sum -= signedCost(lot);
  if (sum !== BigInt(netTransfers)) fail('all money adds up to what was transferred', { sum, netTransfers });
  if (fund.cash < 0) fail('the fund is not below zero', { cash: fund.cash });
}

function checkOpenInterest(shard: PerpetualShard): void {
  const sums = new Map([...shard.markets.values()].map((market) => [market, { long: 0, short: 0 }]));
  for (const held of [...shard.positions.values(), ...shard.fund.lots.values()]) {
    const sum = sums.get(held.market) ?? fail('a position is of a market', { id: held.id });
    if (held.position === PositionSide.long) sum.long += held.lots;
    else sum.short += held.lots;
  }
  for (const [market, { long, short }] of sums) {
    if (long !== short || market.openInterestLots !== long)
      fail('as much is long as short', { market: market.id, long, short, counted: market.openInterestLots });
  }
  for (const { id, lots, cost } of shard.fund.lots.values())
    if (lots <= 0 || cost <= 0) fail('a lot of the fund holds something', { id, lots, cost });
}

function checkPosition(position: Position): void {
  const { id, lots, cost, margin, mode } = position;
  if (!(Number.isSafeInteger(lots) && lots > 0) || cost <= 0 || margin < 0)
    fail('a position holds something', { id, lots, cost, margin });
  const isIsolated = mode === MarginMode.isolated;
  if (!isIsolated && margin !== 0) fail('a cross position has no margin of its own', { id, margin });
  const expected = isIsolated ? (liquidationTicks(position.market.instrument, exactOf(position)) ?? 0) : 0;
  if (position.liquidationTicks !== expected)
    fail('a liquidation price is derived', { id, kept: position.liquidationTicks, expected });
  const hasFlow = position.openedLots - position.closedLots === lots && position.maxLots >= lots;
  if (!hasFlow) fail('what was opened and not closed is held', { id, lots, opened: position.openedLots });
}

function checkAccount(account: Account): void {
  const { user } = account;
  const frozen = { [MarginMode.cross]: 0n, [MarginMode.isolated]: 0n };
  const closing = new Map<number, number>();
  let hasCross = [...account.positions.values()].some(({ mode }) => mode === MarginMode.cross);
  for (const order of account.orders.values()) {
    checkOrder(order);
    frozen[order.mode] += BigInt(order.freeze);
    if (isClosing(order)) {
      const key = positionKey(order.market.id, order.mode, order.position);
      closing.set(key, (closing.get(key) ?? 0) + order.lots - order.filledLots);
    } else if (order.mode === MarginMode.cross) hasCross = true;
  }
  const isFrozenRight =
    BigInt(account.crossFreeze) === frozen[MarginMode.cross] &&
    BigInt(account.isolatedFreeze) === frozen[MarginMode.isolated];
  if (!isFrozenRight)
    fail('a freeze is the sum over the live orders', {
      user,
      cross: account.crossFreeze,
      crossOrders: frozen[MarginMode.cross],
      isolated: account.isolatedFreeze,
      isolatedOrders: frozen[MarginMode.isolated],
    });
  for (const [key, lots] of closing) {
    const held = account.positions.get(key)?.lots ?? 0;
    if (lots > held) fail('closing orders fit their position', { user, key, lots, held });
  }
  if (!hasCross && account.cash < 0) fail('only who has something cross owes', { user, cash: account.cash });
}

function checkOrder(order: Order): void {
  const { id, lots, filledLots, freeze } = order;
  const isLive = order.state === OrderState.live || order.state === OrderState.partiallyFilled;
  if (!isLive || !order.isResting || filledLots >= lots || filledLots < 0)
    fail('a live order rests with something left', { id, state: order.state, lots, filledLots });
  if (freeze < 0 || (isClosing(order) && freeze !== 0)) fail('a closing order freezes nothing', { id, freeze });
}

function checkMaps(shard: PerpetualShard): void {
  const counts = { positions: 0, orders: 0, algos: 0 };
  for (const { user, positions, orders, algos, seats } of shard.accounts.values()) {
    checkSeats(user, positions, seats);
    counts.positions += positions.size;
    counts.orders += orders.size;
    counts.algos += algos.size;
    for (const [key, position] of positions) {
      const own = positionKey(position.market.id, position.mode, position.position);
      if (shard.positions.get(position.id) !== position || position.user !== user || own !== key)
        fail('a position is known by its id', { user, id: position.id });
    }
    for (const order of orders.values())
      if (shard.orders.get(order.id) !== order || order.user !== user)
        fail('an order is known by its id', { user, id: order.id });
    for (const [id, algo] of algos) {
      if (shard.algos.get(id) !== algo || algo.user !== user) fail('an algo is known by its id', { user, id });
      if (!liveAlgoStates.includes(algo.state)) fail('an algo at hand is live', { id, state: algo.state });
      if (!algo.market.algos.isRightAbout(algo, isArmed(shard, algo)))
        fail('a trigger lies at its price', { id, state: algo.state });
    }
  }
  for (const name of ['positions', 'orders', 'algos'] as const)
    if (counts[name] !== shard[name].size)
      fail('every object is of an account', { name, known: shard[name].size, counted: counts[name] });
}

/** The seats of an account have its positions, and no others. */
function checkSeats(user: number, positions: Account['positions'], seats: Account['seats']): void {
  let seated = 0;
  for (const seat of seats.values()) for (const held of seat.positions) if (held) seated++;
  for (const held of positions.values()) {
    const seat = seats.get(held.market.id);
    if (seat?.positions[positionSlot(held.mode, held.position)] !== held)
      fail('a position is in its seat', { user, id: held.id });
  }
  if (seated !== positions.size) fail('a seat has open positions only', { user, seated, known: positions.size });
}

const liveAlgoStates: readonly AlgoState[] = [
  AlgoState.pause,
  AlgoState.live,
  AlgoState.partiallyEffective,
  AlgoState.effective,
];

/** Each market has the fund's lots of each side, in order of ids: nettings follow it. */
function checkLots({ fund, markets }: PerpetualShard): void {
  for (const { id, fundLots } of markets.values()) {
    for (const position of [PositionSide.long, PositionSide.short]) {
      const expected = [...fund.lots.values()].filter((lot) => lot.market.id === id && lot.position === position);
      const known = [...fundLots[position].values()];
      if (known.length !== expected.length || known.some((lot, at) => lot !== expected[at]))
        fail('a lot is known by its market and side', { market: id, position, known: known.length });
    }
  }
}

function checkBook(shard: PerpetualShard, market: Market): void {
  const { book } = market;
  let resting = 0;
  for (const side of [Side.buy, Side.sell]) {
    const levels = book.sideOf(side);
    for (const [at, level] of levels.entries()) {
      const next = levels[at + 1];
      const isSorted = !next || (side === Side.buy ? next.ticks > level.ticks : next.ticks < level.ticks);
      if (!isSorted) fail('a book is sorted', { market: market.id, ticks: level.ticks });
      checkLevel(shard, market, side, level);
      resting += [...ordersOf(level)].length;
    }
  }
  const { bestBidTicks, bestAskTicks } = book;
  if (bestBidTicks > 0 && bestAskTicks > 0 && bestBidTicks >= bestAskTicks)
    fail('a book is not crossed', { market: market.id, bestBidTicks, bestAskTicks });
  const live = [...shard.orders.values()].filter((order) => order.market === market).length;
  if (live !== resting) fail('every live order is on its book', { market: market.id, live, resting });
}

function checkLevel(shard: PerpetualShard, market: Market, side: Side, level: Level): void {
  let lots = 0;
  for (const order of ordersOf(level)) {
    const isRight =
      shard.orders.get(order.id) === order &&
      order.market === market &&
      order.side === side &&
      order.priceTicks === level.ticks;
    if (!isRight) fail('an order stands at its price', { market: market.id, order: order.id, ticks: level.ticks });
    lots += order.lots - order.filledLots;
  }
  if (!level.first || lots !== level.lots)
    fail('a level counts its lots', { market: market.id, ticks: level.ticks, lots, counted: level.lots });
}
