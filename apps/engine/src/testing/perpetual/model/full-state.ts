/**
 * Everything that decides what a shard does next, of core and model in one shape: objects by a name, with the model's fields.
 * Left out: what the core derives (intervals of marks, indexes), the lights of positions, and the keys of orders and
 * transfers, whose owner is the kernel.
 */
import { type InstrumentSettings, Side } from '@pelican/shared/engine/perpetual';
import { type Book, ordersOf } from '../../../core/perpetual/book.ts';
import { leverageKey } from '../../../core/perpetual/positions/accounts.ts';
import type { Market as CoreMarket, PerpetualShard } from '../../../core/perpetual/state.ts';
import { ofAccount, ofAlgo, ofLot, ofOrder, ofPosition } from './snapshots.ts';
import type { Account, Market, World } from './state.ts';
import { book, isOpen, openInterest } from './world.ts';

type Fields = Record<string, unknown>;

/** The objects of the core's state by `kind id`. */
export function coreObjects(shard: PerpetualShard): Map<string, Fields> {
  const { fund, markets, orders, algos, positions, accounts } = shard;
  const found = new Map<string, Fields>();
  for (const each of orders.values())
    found.set(`order ${each.id}`, { ...each, orderId: each.id, market: each.market.id });
  for (const each of algos.values()) found.set(`algo ${each.id}`, { ...each, algoId: each.id, market: each.market.id });
  for (const each of positions.values()) {
    const realised = BigInt(each.pnl) - BigInt(each.fees) - BigInt(each.funding);
    found.set(`position ${each.id}`, { ...each, positionId: each.id, market: each.market.id, realised });
  }
  for (const each of fund.lots.values())
    found.set(`lot ${each.id}`, { ...each, lotId: each.id, market: each.market.id, user: 0 });
  for (const each of accounts.values())
    found.set(`account ${each.user}`, { ...each, leverages: leveragesText(each.leverages) });
  for (const each of markets.values()) found.set(`market ${each.id}`, fieldsOfMarket(each));
  const { settleAsset, ...own } = shard;
  return found.set('shard', {
    ...own,
    timeMs: shard.timeMs,
    settleAsset: settleAsset?.id ?? 0,
    fund: fund.cash,
    peaks: peaksText(fund.peaks),
  });
}

/** The objects of the model's state, as `coreObjects`. */
export function modelObjects(world: World): Map<string, Fields> {
  const found = new Map<string, Fields>();
  for (const order of world.orders.filter(({ queue }) => queue > 0)) {
    const { selfTrade, acceptedMark } = order;
    found.set(`order ${order.id}`, { ...ofOrder(order).fields, selfTrade, acceptedMarkTicks: acceptedMark });
  }
  for (const algo of world.algos.filter(({ hasEnded }) => !hasEnded)) found.set(`algo ${algo.id}`, ofAlgo(algo).fields);
  for (const held of world.positions.filter(isOpen))
    found.set(`position ${held.id}`, { ...ofPosition(held).fields, warned: held.warned });
  for (const lot of world.lots.filter(({ lots }) => lots > 0n))
    found.set(`lot ${lot.id}`, { ...ofLot(lot).fields, age: lot.age });
  for (const account of world.accounts) found.set(`account ${account.user}`, fieldsOfAccount(world, account));
  for (const market of world.markets) found.set(`market ${market.id}`, fieldsOfModelMarket(world, market));
  const { timeMs, lastTick, lastTickMs, lastOrderId, lastAlgoId, lastPositionId, lastLotId, deskLotId } = world;
  const { fees, netTransfers, settleAsset, fund } = world;
  return found.set('shard', {
    ...{ timeMs, lastTick, lastTickMs, lastOrderId, lastAlgoId, lastPositionId, lastLotId, deskLotId },
    ...{ fees, netTransfers, settleAsset, fund },
    peaks: peaksText(world.peaks),
  });
}

function fieldsOfAccount(world: World, account: Account): Fields {
  const { isLiquidating, isCloseOnly, warned } = account;
  const keyed = [...account.leverages].map(([name, leverage]): [number, bigint] => {
    const [market = 0, mode = 0, position = 0] = name.split(' ').map(Number);
    return [leverageKey(market, mode as 0 | 1, position as 0 | 1), leverage];
  });
  return {
    ...ofAccount(world, account).fields,
    ...{ isLiquidating, isCloseOnly, warned },
    leverages: leveragesText(keyed),
  };
}

function fieldsOfMarket(market: CoreMarket): Fields {
  const { samples, lastSampleMinute, lastRate, currentRate, currentTimeMs, nextRate, isLocked } = market.funding;
  return {
    ...market,
    ...{ lastSampleMinute, lastRate, currentRate, currentTimeMs, nextRate, isLocked },
    settings: settingsText(market.settings),
    samples: samples.join(),
    basis: basisText(market.basis),
    bids: queueText(market.book, Side.buy),
    asks: queueText(market.book, Side.sell),
  };
}

function fieldsOfModelMarket(world: World, market: Market): Fields {
  const { state, lastRate, currentRate, currentTimeMs, nextRate, isLocked } = market;
  const queueOf = (side: Side) =>
    book(world, market, side)
      .map(({ id }) => id)
      .join();
  return {
    ...{ state, lastRate, currentRate, currentTimeMs, nextRate, isLocked },
    settings: settingsText(market.settings),
    indexTicks: market.index,
    markTicks: market.mark,
    maxBuyTicks: market.maxBuy,
    minSellTicks: market.minSell,
    lastTicks: market.last,
    lastTradeMs: market.lastMs,
    lastTradeId: market.tradeId,
    indexTick: market.indexSecond,
    recoveredTick: market.recoveredSecond,
    lastSampleMinute: market.sampledMinute,
    samples: market.samples.join(),
    basis: basisText(market.basis),
    openInterestLots: openInterest(world, market),
    bids: queueOf(Side.buy),
    asks: queueOf(Side.sell),
  };
}

/** The orders of a side: best price first, of one price oldest first. */
function queueText(orders: Book, side: Side): string {
  const levels = [...orders.sideOf(side)].reverse();
  return levels.flatMap((level) => [...ordersOf(level)].map(({ id }) => id)).join();
}

function basisText(basis: readonly { n: number; value: bigint }[]): string {
  return basis.map(({ n, value }) => `${n}:${value}`).join();
}

function peaksText(peaks: readonly { hour: number; cash: bigint | number }[]): string {
  return peaks.map(({ hour, cash }) => `${hour}:${cash}`).join();
}

function leveragesText(leverages: Iterable<[number, bigint | number]>): string {
  return [...leverages]
    .sort(([a], [b]) => a - b)
    .map(([key, leverage]) => `${key}:${leverage}`)
    .join();
}

function settingsText(settings: InstrumentSettings): string {
  return JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
