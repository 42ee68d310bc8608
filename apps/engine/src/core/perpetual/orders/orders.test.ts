import {
  EndReason,
  EventKind,
  MarginMode,
  OrderKind,
  OrderState,
  type PositionSide,
  RejectCode,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  carol,
  codeOf,
  dollar,
  doneOf,
  Exchange,
  eventsOf,
  unit,
} from '../../../testing/perpetual/exchange.ts';

const price = 60_000 * dollar;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) exchange.fund(user, 100_000);
});

const tradesOf = (events: ReturnType<Exchange['send']>) => eventsOf(events, EventKind.traded);
/** The newest snapshot of an order. */
const orderOf = (events: ReturnType<Exchange['send']>, orderId: number) =>
  eventsOf(events, EventKind.orderChanged).findLast((order) => order.orderId === orderId);
const isolated = { mode: MarginMode.isolated };

describe('limit orders', () => {
  it('meet the best price first, then the oldest, and trade at the price of the order that rests', () => {
    exchange.sell(bob, price + 10, 5);
    exchange.sell(carol, price, 5);
    exchange.sell(bob, price, 5);
    const trades = tradesOf(exchange.buy(alice, price + 20, 12));
    expect(trades.map((trade) => [trade.makerUser, trade.priceTicks, trade.lots, trade.tradeId])).toEqual([
      [carol, price, 5, 1],
      [bob, price, 5, 2],
      [bob, price + 10, 2, 3],
    ]);
  });

  it('freeze initial margin, fee and opening loss, and give it back with each fill and in the end', () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 1000));
    // 6,000 USDT at leverage 3: 2,000, and the taker fee of 3.
    expect(exchange.account(alice).crossFreeze).toBe(2003n * unit);
    exchange.sell(bob, price, 400);
    expect(exchange.account(alice).crossFreeze).toBe(120_180_000_000n);
    expect(exchange.cancel(alice, orderId).code).toBe(RejectCode.none);
    expect(exchange.account(alice).crossFreeze).toBe(0n);
    expect(exchange.position(alice)).toMatchObject({ lots: 400, cost: 2400n * unit });
  });

  it('a short that would fill above its price freezes by mark and best bid', () => {
    exchange.sell(alice, price - 1000, 1000);
    // 59,900 x 0.1: margin and fee are taken at the mark of 60,000, the gap of 10 USDT to it is an opening loss.
    expect(exchange.account(alice).crossFreeze).toBe(2003n * unit + 10n * unit);
  });

  it('post-only are refused when they would take', () => {
    exchange.sell(bob, price, 5);
    expect(codeOf(exchange.buy(alice, price, 5, { type: OrderKind.postOnly }))).toBe(RejectCode.postOnlyCross);
    expect(codeOf(exchange.buy(alice, price - 1, 5, { type: OrderKind.postOnly }))).toBe(RejectCode.none);
  });
});

describe('orders that do not wait', () => {
  it('IOC take what there is, and end as closed or, with nothing, as canceled', () => {
    exchange.sell(bob, price, 5);
    const events = exchange.buy(alice, price, 12, { type: OrderKind.ioc });
    const { orderId } = doneOf(events);
    const ended = { reason: EndReason.immediateOrCancel, isResting: false, freeze: 0n };
    expect(orderOf(events, orderId)).toMatchObject({ ...ended, state: OrderState.closed, filledLots: 5 });
    const again = exchange.buy(alice, price, 12, { type: OrderKind.ioc });
    expect(orderOf(again, doneOf(again).orderId)).toMatchObject({ ...ended, state: OrderState.canceled });
    expect(exchange.orders(alice)).toEqual([]);
  });

  it('FOK fill whole or do nothing; own orders and guarded makers are no liquidity', () => {
    exchange.sell(bob, price, 5);
    exchange.sell(alice, price, 5);
    const fok = { type: OrderKind.fok };
    expect(doneOf(exchange.buy(alice, price, 6, fok))).toMatchObject({ code: RejectCode.cannotFill, available: 5 });
    expect(exchange.orders(alice)).toHaveLength(1);
    expect(tradesOf(exchange.buy(alice, price, 5, fok))).toHaveLength(1);
  });

  it('market orders reach as deep as the band and leave nothing', () => {
    exchange.sell(bob, price, 5);
    exchange.sell(bob, price + 100, 5);
    const events = exchange.buy(alice, 0, 20, { type: OrderKind.market });
    expect(tradesOf(events).map(({ lots }) => lots)).toEqual([5, 5]);
    expect(orderOf(events, doneOf(events).orderId)).toMatchObject({ state: OrderState.closed, filledLots: 10 });
    expect(codeOf(exchange.buy(alice, 0, 20, { type: OrderKind.market }))).toBe(RejectCode.emptyBook);
  });

  it('market orders are weighed at the deepest level that they reach', () => {
    exchange.fund(carol + 1, 2003);
    exchange.sell(bob, price, 500);
    exchange.sell(bob, price + 100, 500);
    // 0.1 coins at 60,010: a margin of 2,000.33, a fee of 3.0005 and an opening loss of 1.
    expect(doneOf(exchange.buy(carol + 1, 0, 1000, { type: OrderKind.market }))).toMatchObject({
      code: RejectCode.insufficientMargin,
      required: 200_433_383_334,
      available: 200_300_000_000,
    });
    expect(codeOf(exchange.buy(carol + 1, 0, 900, { type: OrderKind.market }))).toBe(RejectCode.none);
  });
});

describe('self-trade', () => {
  const own = (selfTrade: SelfTrade) => {
    exchange.sell(alice, price, 5);
    exchange.sell(bob, price, 5);
    return exchange.buy(alice, price, 8, { selfTrade });
  };

  it('cancels the maker by default and goes on', () => {
    const events = own(SelfTrade.cancelMaker);
    expect(tradesOf(events)).toMatchObject([{ makerUser: bob, lots: 5 }]);
    expect(orderOf(events, 1)).toMatchObject({ state: OrderState.canceled, reason: EndReason.selfTrade });
    expect(exchange.orders(alice)).toMatchObject([{ lots: 8, filledLots: 5 }]);
  });

  it('cancels the taker, and leaves the maker', () => {
    const events = own(SelfTrade.cancelTaker);
    expect(tradesOf(events)).toEqual([]);
    expect(orderOf(events, 3)).toMatchObject({ state: OrderState.canceled, reason: EndReason.selfTrade });
    expect(exchange.orders(alice)).toMatchObject([{ id: 1 }]);
  });

  it('cancels both', () => {
    own(SelfTrade.cancelBoth);
    expect(exchange.orders(alice)).toEqual([]);
    expect(exchange.orders(bob)).toHaveLength(1);
  });
});

describe('closing orders', () => {
  beforeEach(() => {
    exchange.sell(bob, price, 1000);
    exchange.buy(alice, price, 1000, isolated);
  });

  it('are held to what the position has left to close, and freeze nothing', () => {
    expect(codeOf(exchange.closeLong(alice, price + 100, 600, isolated))).toBe(RejectCode.none);
    expect(doneOf(exchange.closeLong(alice, price + 100, 401, isolated))).toMatchObject({
      code: RejectCode.insufficientPosition,
      required: 401,
      available: 400,
    });
    expect(exchange.account(alice).isolatedFreeze).toBe(0n);
    expect(codeOf(exchange.closeLong(alice, price + 100, 400))).toBe(RejectCode.insufficientPosition);
  });

  it('realise profit and release margin pro rata', () => {
    exchange.buy(carol, price + 1000, 500);
    const before = exchange.account(alice).cash;
    const [trade] = tradesOf(exchange.closeLong(alice, price + 1000, 500, isolated));
    // 0.05 coins, 100 USDT higher: 5 USDT less the taker fee of 3,005 x 0.05%; half of the margin of 2,000 comes back.
    expect(trade).toMatchObject({ takerPnl: 5n * unit, takerFee: 150_250_000n, lots: 500 });
    expect(exchange.account(alice).cash - before).toBe(1005n * unit - 150_250_000n);
    expect(exchange.position(alice, MarginMode.isolated)).toMatchObject({ lots: 500, margin: 1000n * unit });
  });

  it('end the life of the position with the last lot', () => {
    exchange.buy(carol, price, 1000);
    const events = exchange.closeLong(alice, price, 1000, isolated);
    expect(exchange.position(alice, MarginMode.isolated)).toBeUndefined();
    const last = eventsOf(events, EventKind.positionChanged).find(({ user }) => user === alice);
    // Opened as a taker, closed as one: two fees of 3 USDT.
    expect(last).toMatchObject({
      lots: 0,
      cost: 0n,
      margin: 0n,
      realised: -6n * unit,
      closedLots: 1000,
      maxLots: 1000,
    });
    expect(exchange.account(alice).cash).toBe(99_994n * unit);
  });
});

describe('the bankruptcy guard', () => {
  beforeEach(() => {
    exchange.leverage(alice, 100, MarginMode.isolated);
    exchange.sell(bob, price, 1000);
    exchange.buy(alice, price, 1000, isolated);
  });

  it('ends a taker that would close below its bankruptcy price', () => {
    // Margin 60 on 6,000: bankrupt at (6000 - 60) / (0.1 x 0.9995) = 59,429.7..., that is from 59,429.8 on.
    exchange.buy(carol, 59_429 * dollar, 500);
    const close = { ...isolated, type: OrderKind.market } as const;
    expect(codeOf(exchange.closeLong(alice, 0, 1000, close))).toBe(RejectCode.bankruptcyGuard);
    exchange.buy(carol, 59_430 * dollar, 500);
    const events = exchange.closeLong(alice, 0, 1000, close);
    expect(tradesOf(events)).toMatchObject([{ lots: 500, priceTicks: 59_430 * dollar }]);
    expect(orderOf(events, doneOf(events).orderId)).toMatchObject({ reason: EndReason.bankruptcyGuard });
  });

  it('cancels a resting order that became one, before it is matched', () => {
    exchange.leverage(alice, 50, MarginMode.isolated);
    const low = doneOf(exchange.closeLong(alice, 59_300 * dollar, 1000, isolated));
    exchange.leverage(alice, 100, MarginMode.isolated);
    const events = exchange.buy(carol, 59_300 * dollar, 10);
    expect(orderOf(events, low.orderId)).toMatchObject({ reason: EndReason.bankruptcyGuard });
    expect(tradesOf(events)).toEqual([]);
  });

  it('keeps a cross account from closing into a debt', () => {
    const poor = carol + 1;
    exchange.fund(poor, 100);
    exchange.leverage(poor, 100);
    exchange.sell(bob, price, 1000);
    exchange.buy(poor, price, 1000);
    exchange.buy(carol, 58_900 * dollar, 1000);
    // 97 USDT of equity less 110 of loss: not as a whole, and a part would leave too little as well.
    expect(codeOf(exchange.closeLong(poor, 0, 1000, { type: OrderKind.market }))).toBe(RejectCode.bankruptcyGuard);
    expect(codeOf(exchange.closeLong(poor, 0, 500, { type: OrderKind.market }))).toBe(RejectCode.none);
  });
});

describe('client ids', () => {
  it('answer the same order again, and refuse other content', () => {
    const first = doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'a-1' }));
    const again = doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'a-1' }));
    expect(again).toMatchObject({ code: RejectCode.none, repeated: true, orderId: first.orderId });
    expect(exchange.orders(alice)).toHaveLength(1);
    expect(codeOf(exchange.buy(alice, price - 100, 6, { clientId: 'a-1' }))).toBe(RejectCode.repeatedWithOtherContent);
    expect(codeOf(exchange.buy(bob, price - 100, 6, { clientId: 'a-1' }))).toBe(RejectCode.none);
  });

  it('are forgotten after 24 hours, but not while the order is open', () => {
    const open = doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'open' }));
    const closed = doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'closed' }));
    exchange.cancel(alice, closed.orderId);
    exchange.timeMs += 24 * 3_600_000;
    exchange.index(price);
    const again = doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'open' }));
    expect(again).toMatchObject({ repeated: true, orderId: open.orderId });
    expect(doneOf(exchange.buy(alice, price - 100, 5, { clientId: 'closed' }))).toMatchObject({ repeated: false });
  });

  it('of a refused order are free again', () => {
    expect(codeOf(exchange.buy(alice, price, 5_000_000, { clientId: 'a-2' }))).toBe(RejectCode.sizeTooLarge);
    expect(doneOf(exchange.buy(alice, price, 5, { clientId: 'a-2' }))).toMatchObject({ repeated: false, code: 0 });
  });
});

describe('what is refused', () => {
  const market = () => exchange.market();
  const codeOfBuy = (changes: Parameters<Exchange['place']>[1]) =>
    codeOf(exchange.place(alice, { priceTicks: price, lots: 10, ...changes }));

  it.each([
    ['a market that is none', { market: 9 }, RejectCode.unknownMarket],
    ['a price of zero', { priceTicks: 0 }, RejectCode.outOfRange],
    ['a price with a fraction', { priceTicks: 600_000.5 }, RejectCode.outOfRange],
    ['a price on a market order', { type: OrderKind.market }, RejectCode.outOfRange],
    ['no size', { lots: 0 }, RejectCode.outOfRange],
    ['a size that is no number', { lots: Number.NaN }, RejectCode.outOfRange],
    ['a type that is none', { type: 9 as OrderKind }, RejectCode.outOfRange],
    ['a side that is none', { side: 7 as Side }, RejectCode.outOfRange],
    ['a position that is none', { position: 7 as PositionSide }, RejectCode.outOfRange],
    ['too large a size', { lots: 1_000_001 }, RejectCode.sizeTooLarge],
    ['a price above the band', { priceTicks: 61_201 * dollar }, RejectCode.priceLimit],
    ['reduce only that opens', { reduceOnly: true }, RejectCode.reduceOnlyConflict],
    ['closing what is not there', { side: Side.sell }, RejectCode.insufficientPosition],
    ['more than the money backs', { lots: 60_000 }, RejectCode.insufficientMargin],
    ['TP on the wrong side', { tpTriggerTicks: price, tpOrderTicks: -1 }, RejectCode.triggerSide],
    ['a leg without an order price', { tpTriggerTicks: price + 10 }, RejectCode.outOfRange],
    ['too long a client id', { clientId: 'x'.repeat(37) }, RejectCode.outOfRange],
  ] as const)('%s', (_, changes, code) => {
    expect(codeOfBuy(changes)).toBe(code);
    expect(exchange.orders(alice)).toEqual([]);
    expect(exchange.shard.lastOrderId).toBe(0);
  });

  it('below the least size', () => {
    exchange.list({ minLots: 10 });
    expect(doneOf(exchange.buy(alice, price, 9))).toMatchObject({ code: RejectCode.sizeTooSmall, required: 10 });
  });

  it('a sale below the band', () => {
    expect(codeOf(exchange.sell(alice, 58_799 * dollar, 10))).toBe(RejectCode.priceLimit);
    expect(codeOf(exchange.sell(alice, 58_800 * dollar, 10))).toBe(RejectCode.none);
  });

  it('more than the tier of the leverage, and the leverage that would fit is named', () => {
    exchange.fund(alice, 10_000_000);
    exchange.leverage(alice, 100);
    expect(codeOf(exchange.buy(alice, price, 60_000))).toBe(RejectCode.none);
    expect(doneOf(exchange.buy(alice, price, 40_001))).toMatchObject({ code: RejectCode.tierLimit, available: 50 });
    expect(codeOf(exchange.buy(alice, price, 40_000))).toBe(RejectCode.none);
  });

  it('more orders than a user may have in a market', () => {
    exchange.list({ ordersMax: 2 });
    exchange.buy(alice, price - 100, 1);
    exchange.buy(alice, price - 100, 1);
    expect(codeOf(exchange.buy(alice, price - 100, 1))).toBe(RejectCode.tooManyOrders);
    expect(codeOf(exchange.buy(bob, price - 100, 1))).toBe(RejectCode.none);
  });

  it('opening, in a market that closes only, is halted, or has no index', () => {
    exchange.sell(bob, price, 10);
    exchange.buy(alice, price, 10);
    exchange.list({ status: 'closeOnly' });
    expect(codeOfBuy({})).toBe(RejectCode.closeOnly);
    expect(codeOf(exchange.closeLong(alice, price, 5))).toBe(RejectCode.none);
    exchange.list({ status: 'halted' });
    expect(codeOf(exchange.closeLong(alice, price, 5))).toBe(RejectCode.marketClosed);
    expect(exchange.cancel(alice, exchange.orders(alice)[0]?.id ?? 0).code).toBe(RejectCode.none);
    exchange.list();
    expect(codeOfBuy({ priceTicks: price - 10 })).toBe(RejectCode.none);
    for (let second = 0; second < 10; second++) exchange.index(0);
    expect(codeOfBuy({})).toBe(RejectCode.closeOnly);
    expect(market().markTicks).toBe(price);
  });

  it("somebody else's order, an unknown one, a finished one", () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 5));
    expect(exchange.cancel(bob, orderId).code).toBe(RejectCode.orderNotFound);
    expect(exchange.cancel(alice, 99).code).toBe(RejectCode.orderNotFound);
    expect(exchange.cancel(alice, orderId).code).toBe(RejectCode.none);
    expect(exchange.cancel(alice, orderId)).toMatchObject({ code: RejectCode.alreadyDone, orderId });
  });
});
