import {
  type AmendOrder,
  CloseReason,
  type EngineEvent,
  EventKind,
  Op,
  RejectCode,
  Side,
} from '@pelican/shared/engine/spot';
import { beforeEach, describe, expect, it } from 'vitest';
import { spotShardId } from '../../../testing/shard-ids.ts';
import {
  Asset,
  alice,
  bob,
  carol,
  closesOf,
  doneOf,
  Exchange,
  fillsOf,
  MarketId,
} from '../../../testing/spot/exchange.ts';
import { allBalances, bookOrders, openOrders } from '../inspect.ts';
import { decodeSnapshot, encodeSnapshot, stateHash } from '../snapshot.ts';

const unit = 100_000_000;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) {
    exchange.fund(user, Asset.usdt, 1000 * unit);
    exchange.fund(user, Asset.ltc, 1000 * unit);
  }
});

const codeOf = (events: EngineEvent[]) => doneOf(events).code;
const idOf = (events: EngineEvent[]) => doneOf(events).orderId;
const queue = (side: Side) => bookOrders(exchange.shard, MarketId.ltcUsdt, side).map(({ orderId }) => orderId);

function amend(user: number, orderId: number, changes: Partial<AmendOrder>): EngineEvent[] {
  const command = { op: Op.amendOrder, user, orderId, market: 0, priceTicks: 0, lots: 0, clientId: '' } as const;
  return exchange.send({ ...command, ...changes });
}

/** That a command is refused, and changes nothing but the answer. */
function expectRefusal(code: RejectCode, command: () => EngineEvent[], figures: object = {}): void {
  const before = allBalances(exchange.shard);
  const orders = [queue(Side.buy), queue(Side.sell), openOrders(exchange.shard, alice)];
  const events = command();
  expect(events.map(({ kind }) => kind)).toEqual([EventKind.commandDone]);
  expect(doneOf(events)).toMatchObject({ code, ...figures });
  expect(allBalances(exchange.shard)).toEqual(before);
  expect([queue(Side.buy), queue(Side.sell), openOrders(exchange.shard, alice)]).toEqual(orders);
}

describe('an amended order', () => {
  it('keeps its place when it gives up amount at its price, and gives the money back', () => {
    const first = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    const second = idOf(exchange.limit(bob, Side.buy, 10_000, 100));
    const frozen = exchange.frozen(alice, Asset.usdt);
    expect(amend(alice, first, { lots: 40 })[0]).toMatchObject({
      kind: EventKind.orderAmended,
      orderId: first,
      keepsPlace: true,
      priceTicks: 10_000,
      lots: 40,
      remaining: 40,
    });
    expect(queue(Side.buy)).toEqual([first, second]);
    expect(exchange.frozen(alice, Asset.usdt)).toBe((frozen * 40) / 100);
    expect(exchange.available(alice, Asset.usdt) + exchange.frozen(alice, Asset.usdt)).toBe(1000 * unit);
  });

  it.each([
    ['a larger amount', { lots: 101 }],
    ['another price and back', { priceTicks: 9_999 }],
  ])('goes behind the others of its price with %s', (_name, changes) => {
    const first = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    const second = idOf(exchange.limit(bob, Side.buy, 10_000, 100));
    expect(amend(alice, first, changes)[0]).toMatchObject({ keepsPlace: false });
    amend(alice, first, { priceTicks: 10_000 });
    expect(queue(Side.buy)).toEqual([second, first]);
    expect(openOrders(exchange.shard, alice).map(({ orderId }) => orderId)).toEqual([first]);
  });

  it('trades at once at a price that meets the book, and rests with what is left', () => {
    exchange.limit(bob, Side.sell, 10_100, 30);
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    const events = amend(alice, order, { priceTicks: 10_200 });
    expect(fillsOf(events)).toMatchObject([{ takerOrderId: order, priceTicks: 10_100, lots: 30, takerRemaining: 70 }]);
    expect(events.map(({ kind }) => kind)).toContain(EventKind.orderRested);
    expect(openOrders(exchange.shard, alice)).toMatchObject([
      { orderId: order, priceTicks: 10_200, amountLots: 100, remainingLots: 70 },
    ]);
  });

  it('closes when the price fills it whole', () => {
    exchange.limit(bob, Side.sell, 10_100, 300);
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    expect(closesOf(amend(alice, order, { priceTicks: 10_100 }))).toMatchObject([
      { orderId: order, reason: CloseReason.filled, remaining: 0 },
    ]);
    expect(openOrders(exchange.shard, alice)).toEqual([]);
    expect(exchange.frozen(alice, Asset.usdt)).toBe(0);
  });

  it('has the new total less what is filled, ends with nothing left of it, and has no total below what is filled', () => {
    const order = idOf(exchange.limit(alice, Side.sell, 10_000, 100));
    exchange.limit(bob, Side.buy, 10_000, 60);
    expectRefusal(RejectCode.amountBelowFilled, () => amend(alice, order, { lots: 59 }), {
      required: 60,
      available: 59,
    });
    amend(alice, order, { lots: 90 });
    expect(openOrders(exchange.shard, alice)).toMatchObject([{ amountLots: 90, remainingLots: 30 }]);
    expect(exchange.frozen(alice, Asset.ltc)).toBe(30 * 10_000);
    const ended = amend(alice, order, { lots: 60, priceTicks: 12_000 });
    expect(ended[0]).toMatchObject({ keepsPlace: true, priceTicks: 10_000, lots: 60, remaining: 0 });
    expect(closesOf(ended)).toMatchObject([{ orderId: order, reason: CloseReason.filled, remaining: 0 }]);
    expect(exchange.frozen(alice, Asset.ltc)).toBe(0);
  });

  it('comes in at the rates of the day, and keeps its own while it keeps its place', () => {
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    exchange.listMarket(MarketId.ltcUsdt, { makerFeePpm: 3000, takerFeePpm: 5000 });
    expect(amend(alice, order, { lots: 90 })[0]).toMatchObject({ makerFeePpm: 1000, takerFeePpm: 2000 });
    expect(amend(alice, order, { priceTicks: 9_000 })[0]).toMatchObject({ makerFeePpm: 3000, takerFeePpm: 5000 });
  });

  it('cancels the own orders that it meets, and ends where they end it', () => {
    const other = idOf(exchange.limit(alice, Side.sell, 10_100, 30));
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    expect(closesOf(amend(alice, order, { priceTicks: 10_100 }))).toMatchObject([
      { orderId: other, reason: CloseReason.selfTrade },
    ]);
    exchange.listMarket(MarketId.ltcUsdt, { selfTrade: 'cancelTaker' });
    const resting = idOf(exchange.limit(alice, Side.sell, 10_200, 30));
    expect(closesOf(amend(alice, order, { priceTicks: 10_300 }))).toMatchObject([
      { orderId: order, reason: CloseReason.selfTrade, remaining: 100 },
    ]);
    expect(openOrders(exchange.shard, alice)).toMatchObject([{ orderId: resting }]);
  });

  it('stands in a restored queue where it stood, and in the user list by its id', () => {
    const first = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    const second = idOf(exchange.limit(bob, Side.buy, 10_000, 100));
    const third = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    amend(alice, first, { lots: 200 });
    const restored = decodeSnapshot(spotShardId, encodeSnapshot(exchange.shard));
    expect(bookOrders(restored, MarketId.ltcUsdt, Side.buy).map(({ orderId }) => orderId)).toEqual([
      second,
      third,
      first,
    ]);
    expect(openOrders(restored, alice).map(({ orderId }) => orderId)).toEqual([first, third]);
    expect(stateHash(restored)).toBe(stateHash(exchange.shard));
  });
});

describe('a refused amendment leaves the order as it was', () => {
  let order: number;
  beforeEach(() => {
    order = idOf(exchange.limit(alice, Side.buy, 10_000, 100, { postOnly: true }));
    exchange.limit(bob, Side.sell, 10_500, 10);
  });

  it('where the money is not enough for a higher total', () => {
    const all = exchange.available(alice, Asset.usdt);
    const events = amend(alice, order, { lots: 90_000_000 });
    expect(doneOf(events)).toMatchObject({ code: RejectCode.insufficientBalance, available: all });
    expectRefusal(RejectCode.insufficientBalance, () => amend(alice, order, { lots: 90_000_000 }));
  });

  it('where it is out of range, not open, of another person or market, or would take', () => {
    exchange.listMarket(MarketId.ltcUsdt, { amountMinLots: 50, totalMin: 20_000_000 });
    expectRefusal(RejectCode.amountTooSmall, () => amend(alice, order, { lots: 49 }), { required: 50 });
    expectRefusal(RejectCode.totalTooSmall, () => amend(alice, order, { priceTicks: 1_000 }));
    expectRefusal(RejectCode.priceTooHigh, () => amend(alice, order, { priceTicks: 100_001 }));
    expectRefusal(RejectCode.amountTooLarge, () => amend(alice, order, { lots: 100_000_001 }));
    expectRefusal(RejectCode.wouldTake, () => amend(alice, order, { priceTicks: 10_500 }));
    expectRefusal(RejectCode.orderNotFound, () => amend(bob, order, { lots: 60 }));
    expectRefusal(RejectCode.orderNotFound, () => amend(alice, order, { lots: 60, market: MarketId.ltcInr }));
    expectRefusal(RejectCode.orderNotFound, () => amend(alice, order + 100, { lots: 60 }));
    for (const lots of [-1, 0.5, Number.NaN, 2 ** 53])
      expectRefusal(RejectCode.outOfRange, () => amend(alice, order, { lots }));
    exchange.listMarket(MarketId.ltcUsdt, { status: 'cancelOnly' });
    expectRefusal(RejectCode.marketClosed, () => amend(alice, order, { lots: 60 }));
  });
});

describe('a client id of an amendment', () => {
  it('makes a repeat change nothing, also behind the end of the order', () => {
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100));
    const change = { lots: 150, clientId: 'change-1' };
    expect(codeOf(amend(alice, order, change))).toBe(RejectCode.none);
    amend(alice, order, { lots: 120 });
    expectRefusal(RejectCode.none, () => amend(alice, order, change), { repeated: true, orderId: order });
    exchange.cancel(alice, order);
    expectRefusal(RejectCode.none, () => amend(alice, order, change), { repeated: true, orderId: order });
  });

  it('is one with those of orders', () => {
    const order = idOf(exchange.limit(alice, Side.buy, 10_000, 100, { clientId: 'one' }));
    expectRefusal(RejectCode.repeatedWithOtherContent, () => amend(alice, order, { lots: 90, clientId: 'one' }));
    amend(alice, order, { lots: 90, clientId: 'two' });
    expectRefusal(RejectCode.repeatedWithOtherContent, () =>
      exchange.limit(alice, Side.buy, 10_000, 100, { clientId: 'two' }),
    );
    expectRefusal(RejectCode.repeatedWithOtherContent, () => amend(alice, order, { lots: 80, clientId: 'two' }));
  });
});

describe('a sale of the quick swap', () => {
  const sale = (changes: object) => fillsOf(exchange.market(alice, Side.sell, 10, changes))[0]?.takerTds;
  beforeEach(() => {
    exchange.setUser(alice, { taxable: true });
    exchange.limit(bob, Side.buy, 10_000, 100);
  });

  it('is taxed on a market that withholds nothing, of taxable users alone', () => {
    expect(sale({})).toBe(0);
    // 1% of 10,000,000 less the fee of 20,000 and its GST of 3,600.
    expect(sale({ exchange: true })).toBe(99_764);
    exchange.setUser(alice, { taxable: false });
    expect(sale({ exchange: true })).toBe(0);
  });

  it('is taxed once where the market withholds too, and is no limit order', () => {
    exchange.listMarket(MarketId.ltcUsdt, { tax: 'sell' });
    expect(sale({ exchange: true })).toBe(99_764);
    expect(codeOf(exchange.limit(alice, Side.sell, 10_000, 10, { exchange: true }))).toBe(RejectCode.outOfRange);
  });
});

describe('a market order with a limit', () => {
  it('fills nothing beyond it', () => {
    exchange.limit(bob, Side.sell, 10_000, 10);
    exchange.limit(bob, Side.sell, 10_200, 10);
    const events = exchange.market(alice, Side.buy, 20, { amountIsQuote: false, priceTicks: 10_100 });
    expect(fillsOf(events)).toMatchObject([{ priceTicks: 10_000, lots: 10 }]);
    expect(closesOf(events).at(-1)).toMatchObject({ reason: CloseReason.marketEnd, remaining: 10 });
    exchange.limit(carol, Side.buy, 9_000, 10);
    exchange.limit(carol, Side.buy, 8_000, 10);
    expect(fillsOf(exchange.market(alice, Side.sell, 20, { priceTicks: 8_500 }))).toMatchObject([
      { priceTicks: 9_000 },
    ]);
  });

  it('is refused when there is nothing within it', () => {
    exchange.limit(bob, Side.sell, 10_000, 10);
    const limited = { priceTicks: 9_999 };
    expectRefusal(RejectCode.outsideBand, () => exchange.market(alice, Side.buy, 20 * unit, limited));
    expectRefusal(RejectCode.emptyBook, () => exchange.market(alice, Side.sell, 20, limited));
    expectRefusal(RejectCode.priceTooHigh, () => exchange.market(alice, Side.buy, unit, { priceTicks: 100_001 }));
  });

  it('keeps to the nearer of the band and its limit', () => {
    exchange.listMarket(MarketId.ltcUsdt, { priceBandPpm: 10_000 });
    for (const price of [10_000, 10_050, 10_100, 10_150]) exchange.limit(bob, Side.sell, price, 10);
    const taken = (priceTicks: number) =>
      fillsOf(exchange.market(alice, Side.buy, 15, { amountIsQuote: false, priceTicks })).map(
        (fill) => fill.priceTicks,
      );
    expect(taken(10_020)).toEqual([10_000]);
    expect(taken(20_000)).toEqual([10_050, 10_100]);
  });
});
