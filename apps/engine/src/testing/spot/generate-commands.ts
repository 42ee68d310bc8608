/**
 * Random commands for the spot shard, biased to the edges: few users, few prices, amounts of one unit, of exactly what
 * is there, of one too many and of 2^53 - 1, markets whose values come close to 2^53, settings that change under way.
 */
import {
  type AmendOrder,
  type CancelScope,
  type Command,
  type MarketSettings,
  Op,
  OrderType,
  type PlaceOrder,
  type Side,
  TimeInForce,
} from '@pelican/shared/engine/spot';
import type { Random } from '../random.ts';

export const users = [1, 2, 3, 4, 5] as const;
export const assetIds = [1, 2, 3, 4] as const;
/** LTC, USDT, PLC (the service token), INR. */
const [ltc, usdt, plc, inr] = assetIds;
const pairs = [
  [ltc, usdt],
  [plc, usdt],
  [ltc, inr],
  [usdt, inr],
  [plc, ltc],
] as const;
const marketIds = pairs.map((_, index) => index + 1);
const hugeAmount = Number.MAX_SAFE_INTEGER;
const edges = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, hugeAmount, 1] as const;

/** The assets, the markets, the service token, and money for everyone. */
export function setupCommands(random: Random): Command[] {
  const commands: Command[] = assetIds.map((id) => ({
    op: Op.configure,
    user: 0,
    settings: { kind: 'asset', id, ticker: `A${id}`, scale: 8 },
  }));
  for (const id of marketIds) commands.push({ op: Op.configure, user: 0, settings: randomMarket(random, id, true) });
  commands.push({ op: Op.configure, user: 0, settings: { kind: 'shard', serviceAsset: plc, pivotAsset: usdt } });
  let transferId = 1;
  for (const user of users) {
    for (const asset of assetIds) {
      const amount = random.pick([1000, 100_000, 10_000_000, 2 ** 40, hugeAmount]);
      commands.push({ op: Op.transferIn, user, asset, transferId: transferId++, amount });
    }
    if (random.chance(0.7)) commands.push(randomUserSettings(random, user));
  }
  return commands;
}

function randomRate(random: Random): number {
  return random.pick([0, 1, 1000, 2000, 2000, 333_333, 1_000_000]);
}

function randomMarket(random: Random, id: number, isValid: boolean): MarketSettings {
  const [base, quote] = pairs[id - 1] ?? pairs[0];
  const isHuge = random.chance(0.15);
  const priceMaxTicks = random.pick([12, 40, 1000]);
  const tickLotQuoteUnits = random.pick([1, 1, 7, 100]);
  const rate = () => (isHuge ? random.pick([0, 2000]) : randomRate(random));
  const makerFeePpm = rate();
  // Close to the largest amount that the engine's rule allows at these rates.
  const amountMaxLots = isHuge ? Math.floor(2 ** 53 / (priceMaxTicks * tickLotQuoteUnits * 1.1)) : 5000;
  return {
    kind: 'market',
    id,
    name: `M${id}`,
    base,
    quote,
    lotBaseUnits: isHuge ? 1 : random.pick([1, 3, 1000]),
    tickLotQuoteUnits,
    amountMinLots: random.pick([0, 1, 3]),
    amountMaxLots: isValid ? amountMaxLots : random.pick([0, hugeAmount]),
    totalMin: random.pick([0, 0, 20]),
    priceMaxTicks,
    priceBandPpm: random.pick([0, 0, 100_000, 300_000]),
    makerFeePpm,
    takerFeePpm: random.chance(0.5) ? makerFeePpm : rate(),
    serviceFeePpm: random.pick([0, 1000, 50_000]),
    serviceFeeBuyPpm: random.pick([0, 1000, 50_000]),
    gstPpm: isHuge ? 180_000 : random.pick([0, 180_000, 180_000, 1_000_000]),
    tdsPpm: isHuge ? 10_000 : random.pick([0, 10_000, 10_000, 500_000]),
    tax: random.pick(['none', 'sell', 'both']),
    status: isValid && random.chance(0.97) ? 'open' : random.pick(['open', 'cancelOnly', 'closed']),
    selfTrade: random.pick(['cancelResting', 'cancelResting', 'cancelTaker', 'allow']),
  };
}

function randomUserSettings(random: Random, user: number): Command {
  const fees = marketIds
    .filter(() => random.chance(0.15))
    .map((market) => ({ market, makerFeePpm: randomRate(random), takerFeePpm: randomRate(random) }));
  return {
    op: Op.configure,
    user,
    settings: {
      kind: 'user',
      customFee: random.chance(0.5),
      taxable: random.chance(0.5),
      fees: random.chance(0.2) ? [{ market: 0, makerFeePpm: 500, takerFeePpm: 700 }, ...fees] : fees,
      openOrdersMax: random.pick([10_000, 10_000, 10_000, 3]),
    },
  };
}

/** An open order as a generator sees it. */
export interface OpenSight {
  orderId: number;
  user: number;
  market: number;
  side: Side;
  lots: number;
  filledLots: number;
}

/** What a generator may look at to aim well. */
export interface Sight {
  /** One of the open orders, by a fraction below 1; undefined when there is none. */
  openOrder(fraction: number): OpenSight | undefined;
  lastOrderId: number;
  available(user: number, asset: number): bigint;
}

export function randomCommand(random: Random, sight: Sight): Command {
  const choice = random.fraction();
  if (choice < 0.6) return randomOrder(random, sight);
  if (choice < 0.72) return randomAmend(random, sight);
  if (choice < 0.88) return randomCancel(random, sight);
  if (choice < 0.9) return randomCancelAll(random);
  if (choice < 0.97) return randomTransfer(random, sight);
  return randomConfigure(random);
}

function randomOrder(random: Random, sight: Sight): PlaceOrder {
  return random.chance(0.08) ? retriedOrder(random) : anyOrder(random, sight);
}

/** One of few orders, each with a client id of its own: repeats of what was sent shortly or long before. */
function retriedOrder(random: Random): PlaceOrder {
  const number = random.integer(1, 30);
  return {
    op: Op.placeOrder,
    user: random.pick(users),
    market: 1,
    side: (number % 2) as Side,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    postOnly: false,
    priceTicks: 5 + (number % 5),
    amount: number,
    amountIsQuote: false,
    clientId: `key-${number}`,
    source: '',
  };
}

function anyOrder(random: Random, sight: Sight): PlaceOrder {
  const type = random.chance(0.2) ? OrderType.market : OrderType.limit;
  const market = random.chance(0.01) ? 99 : random.chance(0.6) ? 1 : random.pick(marketIds);
  const side = random.integer(0, 1) as Side;
  const isMarket = type === OrderType.market;
  const isStrange = random.chance(0.01);
  const user = random.chance(0.005) ? random.pick([0, 77, 0xffffff01]) : random.pick(users);
  const amountIsQuote = (isMarket && random.chance(0.5)) || isStrange;
  return {
    op: Op.placeOrder,
    user,
    market,
    side,
    type,
    timeInForce:
      isMarket && !isStrange ? random.pick([0, 1]) : random.pick([0, 0, 0, 0, TimeInForce.ioc, TimeInForce.fok]),
    postOnly: (!isMarket && random.chance(0.1)) || isStrange,
    priceTicks: isMarket && random.chance(0.6) ? 0 : randomPrice(random),
    amount: randomAmount(random, sight, user, market, side, amountIsQuote),
    amountIsQuote,
    ...(random.chance(isMarket ? 0.3 : 0.005) ? { exchange: true as const } : {}),
    clientId: random.chance(0.15) ? `key-${random.integer(1, 30)}` : '',
    source: random.pick(['', 'web', 'api']),
  };
}

function randomPrice(random: Random): number {
  if (random.chance(0.01)) return random.pick(edges);
  return random.chance(0.85) ? random.integer(5, 12) : random.integer(1, 1001);
}

function randomAmount(
  random: Random,
  sight: Sight,
  user: number,
  market: number,
  side: Side,
  amountIsQuote: boolean,
): number {
  if (random.chance(0.01)) return random.pick(edges);
  if (random.chance(0.75)) return amountIsQuote ? random.integer(1, 5000) : random.integer(1, 60);
  const pair = pairs[market - 1] ?? pairs[0];
  const held = sight.available(user, side === 0 ? pair[1] : pair[0]);
  const near = Number(held / BigInt(random.pick([1, 1, 3, 7, 10, 100, 1000]))) + random.integer(-2, 1);
  return Math.min(Math.max(near, 1), hugeAmount);
}

/** One of few changes with client ids of their own among those of orders, or any. */
function randomAmend(random: Random, sight: Sight): AmendOrder {
  const open = random.chance(0.85) ? sight.openOrder(random.fraction()) : undefined;
  const user = open && random.chance(0.97) ? open.user : random.pick(users);
  return {
    op: Op.amendOrder,
    user,
    orderId: open?.orderId ?? randomOrderId(random, sight),
    market: random.chance(0.9) ? 0 : random.pick(marketIds),
    priceTicks: random.chance(0.4) ? 0 : randomPrice(random),
    lots: random.chance(0.3) ? 0 : amendedLots(random, sight, open),
    clientId: random.chance(0.15) ? `key-${random.integer(1, 30)}` : '',
  };
}

/** Near what is filled, near the total, and around what the user can pay. */
function amendedLots(random: Random, sight: Sight, open: OpenSight | undefined): number {
  if (!open || random.chance(0.05)) return random.chance(0.2) ? random.pick(edges) : random.integer(1, 60);
  if (random.chance(0.2)) return Math.max(1, open.filledLots + random.integer(-1, 1));
  if (random.chance(0.5)) return Math.max(1, open.lots + random.integer(-10, 10));
  return randomAmount(random, sight, open.user, open.market, open.side, false);
}

function randomOrderId(random: Random, sight: Sight): number {
  return random.chance(0.02)
    ? random.pick(edges)
    : Math.max(1, sight.lastOrderId - random.integer(0, random.pick([5, 40, 300])));
}

function randomCancel(random: Random, sight: Sight): Command {
  return {
    op: Op.cancelOrder,
    user: random.pick(users),
    orderId: randomOrderId(random, sight),
    market: random.chance(0.8) ? 0 : random.pick(marketIds),
  };
}

function randomCancelAll(random: Random): Command {
  const scope = random.integer(0, 2) as CancelScope;
  return { op: Op.cancelAll, user: random.pick(users), scope, target: random.pick([0, 1, 1, 2, 3, 4, 99]) };
}

function randomTransfer(random: Random, sight: Sight): Command {
  return random.chance(0.2) ? retriedTransfer(random) : anyTransfer(random, sight);
}

/** One of few transfers: repeats of what was sent shortly or long before. */
function retriedTransfer(random: Random): Command {
  const transferId = random.integer(2001, 2040);
  const op = transferId % 3 === 0 ? Op.transferOut : Op.transferIn;
  return { op, user: users[transferId % 5] ?? 1, asset: assetIds[transferId % 4] ?? 1, transferId, amount: 700 };
}

function anyTransfer(random: Random, sight: Sight): Command {
  const user = random.chance(0.02) ? random.pick([0, 88, 0xffffff01]) : random.pick(users);
  const asset = random.chance(0.02) ? 99 : random.pick(assetIds);
  const held = Number(sight.available(user, asset));
  const amount = random.chance(0.05)
    ? random.pick(edges)
    : random.pick([1, 500, 1_000_000, Math.min(held, hugeAmount), Math.min(held + 1, hugeAmount)]);
  const isOut = random.chance(0.4);
  return {
    op: isOut ? Op.transferOut : Op.transferIn,
    user,
    asset,
    // Small numbers meet those of earlier transfers, and are repeats.
    transferId: random.chance(0.02) ? random.pick(edges) : random.integer(1, 2000),
    amount,
  };
}

function randomConfigure(random: Random): Command {
  const choice = random.fraction();
  if (choice < 0.5) return randomUserSettings(random, random.pick(users));
  if (choice < 0.9) {
    const settings = randomMarket(random, random.pick(marketIds), random.chance(0.9));
    return { op: Op.configure, user: 0, settings };
  }
  if (choice < 0.95) {
    const scale = random.pick([8, 8, 6]);
    return { op: Op.configure, user: 0, settings: { kind: 'asset', id: random.pick(assetIds), ticker: 'NEW', scale } };
  }
  const serviceAsset = random.pick([plc, plc, 0, 99, ltc]);
  return {
    op: Op.configure,
    user: 0,
    settings: { kind: 'shard', serviceAsset, pivotAsset: random.pick([usdt, usdt, 0]) },
  };
}
