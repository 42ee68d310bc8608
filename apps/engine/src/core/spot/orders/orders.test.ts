import { CancelScope, CloseReason, EventKind, Op, RejectCode, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { beforeEach, describe, expect, it } from 'vitest';
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
import { allBalances, bestPrice, bookOrders, lastPrice, openOrders } from '../inspect.ts';

const unit = 100_000_000;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) {
    exchange.fund(user, Asset.usdt, 1_000_000 * unit);
    exchange.fund(user, Asset.ltc, 1000 * unit);
  }
});

const codeOf = (events: ReturnType<Exchange['send']>) => doneOf(events).code;

describe('limit orders', () => {
  it('meet the best price first, then the oldest, and trade at the price of the order that rests', () => {
    exchange.limit(bob, Side.sell, 10_100, 5);
    exchange.limit(carol, Side.sell, 10_000, 5);
    exchange.limit(bob, Side.sell, 10_000, 5);
    const fills = fillsOf(exchange.limit(alice, Side.buy, 10_200, 12));
    expect(fills.map((fill) => [fill.makerUser, fill.priceTicks, fill.lots])).toEqual([
      [carol, 10_000, 5],
      [bob, 10_000, 5],
      [bob, 10_100, 2],
    ]);
    expect(fills.map((fill) => fill.tradeId)).toEqual([1, 2, 3]);
  });

  it('rest with what is left of them', () => {
    exchange.limit(bob, Side.sell, 10_000, 5);
    exchange.limit(alice, Side.buy, 10_000, 12);
    expect(openOrders(exchange.shard, alice)).toMatchObject([{ priceTicks: 10_000, amountLots: 12, remainingLots: 7 }]);
    expect(bestPrice(exchange.shard, MarketId.ltcUsdt, Side.buy)).toBe(10_000);
    expect(bestPrice(exchange.shard, MarketId.ltcUsdt, Side.sell)).toBe(0);
  });

  it('IOC take what there is and leave nothing', () => {
    exchange.limit(bob, Side.sell, 10_000, 5);
    const events = exchange.limit(alice, Side.buy, 10_000, 12, { timeInForce: TimeInForce.ioc });
    expect(fillsOf(events)).toHaveLength(1);
    expect(closesOf(events).at(-1)).toMatchObject({ reason: CloseReason.immediateOrCancel, remaining: 7 });
    expect(exchange.frozen(alice, Asset.usdt)).toBe(0);
  });

  it('FOK fill whole or do nothing at all', () => {
    exchange.limit(bob, Side.sell, 10_000, 5);
    exchange.limit(carol, Side.sell, 10_001, 5);
    const fok = { timeInForce: TimeInForce.fok };
    expect(codeOf(exchange.limit(alice, Side.buy, 10_000, 6, fok))).toBe(RejectCode.cannotFill);
    expect(codeOf(exchange.limit(alice, Side.buy, 10_001, 11, fok))).toBe(RejectCode.cannotFill);
    expect(bookOrders(exchange.shard, MarketId.ltcUsdt, Side.sell)).toHaveLength(2);
    expect(fillsOf(exchange.limit(alice, Side.buy, 10_001, 10, fok))).toHaveLength(2);
  });

  it("FOK do not count the user's own orders, which would be cancelled", () => {
    exchange.limit(alice, Side.sell, 10_000, 5);
    exchange.limit(bob, Side.sell, 10_000, 5);
    const fok = { timeInForce: TimeInForce.fok };
    expect(codeOf(exchange.limit(alice, Side.buy, 10_000, 6, fok))).toBe(RejectCode.cannotFill);
    const events = exchange.limit(alice, Side.buy, 10_000, 5, fok);
    expect(closesOf(events)[0]).toMatchObject({ user: alice, reason: CloseReason.selfTrade });
    expect(fillsOf(events)).toMatchObject([{ makerUser: bob, lots: 5 }]);
  });

  it('post-only are refused when they would take', () => {
    exchange.limit(bob, Side.sell, 10_000, 5);
    expect(codeOf(exchange.limit(alice, Side.buy, 10_000, 5, { postOnly: true }))).toBe(RejectCode.wouldTake);
    expect(codeOf(exchange.limit(alice, Side.buy, 9_999, 5, { postOnly: true }))).toBe(RejectCode.none);
  });
});

describe('market orders', () => {
  it('buy for money spend at most it, fee and GST included', () => {
    exchange.limit(bob, Side.sell, 10_000, 10_000);
    exchange.limit(bob, Side.sell, 10_100, 10_000);
    const before = exchange.available(alice, Asset.usdt);
    // 150 USDT: 1 LTC at 100 costs 100.236, which leaves 49.764. A lot at 101 is 0.0101 and costs 1.00236 of that:
    // 4915 lots cost 49.6415 + 0.099283 + 0.01787094 = 49.75865394; one more would cost 0.010123836 too much.
    const events = exchange.market(alice, Side.buy, 150 * unit);
    expect(fillsOf(events).map((fill) => fill.lots)).toEqual([10_000, 4915]);
    expect(before - exchange.available(alice, Asset.usdt)).toBe(10_023_600_000 + 4_975_865_394);
    expect(closesOf(events).at(-1)).toMatchObject({
      reason: CloseReason.marketEnd,
      remaining: 15_000_000_000 - 10_023_600_000 - 4_975_865_394,
    });
  });

  it('buy for lots and sell for lots or for money', () => {
    exchange.limit(bob, Side.sell, 10_000, 100);
    expect(fillsOf(exchange.market(alice, Side.buy, 40, { amountIsQuote: false }))[0]).toMatchObject({ lots: 40 });
    exchange.limit(bob, Side.buy, 9_000, 1000);
    expect(fillsOf(exchange.market(alice, Side.sell, 30))[0]).toMatchObject({ lots: 30 });
    // A lot at 90 is 0.009 USDT: 1 USDT is 111 lots and a rest.
    const events = exchange.market(alice, Side.sell, unit, { amountIsQuote: true });
    expect(fillsOf(events)[0]).toMatchObject({ lots: 111 });
    expect(closesOf(events).at(-1)).toMatchObject({ reason: CloseReason.marketEnd, remaining: 100_000 });
  });

  it('are refused for more than is held, and on an empty book', () => {
    expect(codeOf(exchange.market(alice, Side.sell, 20_000_000))).toBe(RejectCode.insufficientBalance);
    expect(codeOf(exchange.market(alice, Side.sell, 20))).toBe(RejectCode.emptyBook);
    exchange.limit(bob, Side.sell, 100_000, 10_000_000);
    const answer = doneOf(exchange.market(alice, Side.buy, 10_000_000, { amountIsQuote: false }));
    // 1,000 LTC at 1,000 USDT with fee and GST.
    expect(answer).toMatchObject({
      code: RejectCode.insufficientBalance,
      required: 100_236_000_000_000,
      available: 100_000_000_000_000,
    });
  });

  it('stop at the band, measured from the best price they find', () => {
    exchange.listMarket(MarketId.ltcUsdt, { priceBandPpm: 50_000 });
    exchange.limit(bob, Side.sell, 10_000, 5);
    exchange.limit(bob, Side.sell, 10_500, 5);
    exchange.limit(bob, Side.sell, 10_501, 5);
    const events = exchange.market(alice, Side.buy, 100, { amountIsQuote: false });
    expect(fillsOf(events).map((fill) => fill.priceTicks)).toEqual([10_000, 10_500]);
    expect(closesOf(events).at(-1)).toMatchObject({ reason: CloseReason.marketEnd, remaining: 90 });
  });

  it("that find only their user's own orders inside the band are refused without a trace", () => {
    exchange.listMarket(MarketId.ltcUsdt, { priceBandPpm: 50_000 });
    exchange.limit(alice, Side.sell, 10_000, 5);
    expect(codeOf(exchange.market(alice, Side.buy, unit))).toBe(RejectCode.emptyBook);
    exchange.limit(bob, Side.sell, 11_000, 5);
    expect(codeOf(exchange.market(alice, Side.buy, unit))).toBe(RejectCode.outsideBand);
    expect(openOrders(exchange.shard, alice)).toHaveLength(1);
  });
});

describe('self-trade prevention', () => {
  it('cancels the order that rests, and goes on behind it', () => {
    exchange.limit(alice, Side.sell, 10_000, 5);
    exchange.limit(bob, Side.sell, 10_000, 5);
    const events = exchange.limit(alice, Side.buy, 10_000, 8);
    expect(closesOf(events)[0]).toMatchObject({ user: alice, reason: CloseReason.selfTrade, remaining: 5 });
    expect(fillsOf(events)).toMatchObject([{ makerUser: bob, lots: 5 }]);
    expect(exchange.frozen(alice, Asset.ltc)).toBe(0);
  });

  it('may cancel the taker instead, or allow it', () => {
    exchange.listMarket(MarketId.ltcUsdt, { selfTrade: 'cancelTaker' });
    exchange.limit(alice, Side.sell, 10_000, 5);
    const cancelled = exchange.limit(alice, Side.buy, 10_000, 8);
    expect(closesOf(cancelled)).toMatchObject([{ reason: CloseReason.selfTrade, remaining: 8 }]);
    exchange.listMarket(MarketId.ltcUsdt, { selfTrade: 'allow' });
    expect(fillsOf(exchange.limit(alice, Side.buy, 10_000, 8))).toMatchObject([{ user: alice, makerUser: alice }]);
  });
});

describe('refusals', () => {
  it('come in the order of their codes, with figures', () => {
    exchange.listMarket(MarketId.ltcUsdt, { amountMinLots: 10, amountMaxLots: 1000, totalMin: 1_000_000 });
    const refusal = (changes: object) =>
      exchange.answer(exchange.order({ user: alice, priceTicks: 10_000, amount: 20, ...changes }));
    expect(refusal({ market: 99, amount: -1 })).toMatchObject({ code: RejectCode.unknownMarket });
    expect(refusal({ amount: 0.5 })).toMatchObject({ code: RejectCode.outOfRange });
    expect(refusal({ amount: 9, priceTicks: 200_000 })).toMatchObject({
      code: RejectCode.amountTooSmall,
      required: 10,
      available: 9,
    });
    expect(refusal({ amount: 1001 })).toMatchObject({ code: RejectCode.amountTooLarge, required: 1000 });
    expect(refusal({ priceTicks: 1 })).toMatchObject({
      code: RejectCode.totalTooSmall,
      required: 1_000_000,
      available: 2000,
    });
    expect(refusal({ priceTicks: 100_001 })).toMatchObject({ code: RejectCode.priceTooHigh, required: 100_000 });
    expect(refusal({ user: 999 })).toMatchObject({
      code: RejectCode.insufficientBalance,
      required: 20_047_200,
      available: 0,
    });
    exchange.setUser(alice, { openOrdersMax: 0 });
    expect(refusal({})).toMatchObject({ code: RejectCode.tooManyOpenOrders, required: 0, available: 0 });
    exchange.listMarket(MarketId.ltcUsdt, { status: 'cancelOnly' });
    expect(refusal({ amount: -1 })).toMatchObject({ code: RejectCode.marketClosed });
  });
});

describe('client ids', () => {
  const withKey = (clientId: string, amount = 5) =>
    exchange.answer(exchange.order({ user: alice, priceTicks: 9_000, amount, clientId }));

  it('answer a repeat with the first order, also when the market has closed since', () => {
    const first = withKey('key-1');
    exchange.listMarket(MarketId.ltcUsdt, { status: 'closed' });
    expect(withKey('key-1')).toMatchObject({ code: RejectCode.none, repeated: true, orderId: first.orderId });
    expect(openOrders(exchange.shard, alice)).toHaveLength(1);
  });

  it('are refused with other content, and free for other users', () => {
    withKey('key-1');
    expect(withKey('key-1', 6)).toMatchObject({ code: RejectCode.repeatedWithOtherContent });
    const other = exchange.order({ user: bob, priceTicks: 9_000, amount: 6, clientId: 'key-1' });
    expect(exchange.answer(other)).toMatchObject({ code: RejectCode.none, repeated: false });
  });

  it("are forgotten after the user's next 10,000, but not while the order is open", () => {
    withKey('open');
    const closed = withKey('closed');
    exchange.cancel(alice, closed.orderId);
    const many = Array.from({ length: 10_000 }, (_, number) =>
      exchange.order({
        user: alice,
        priceTicks: 1,
        amount: 1,
        timeInForce: TimeInForce.ioc,
        clientId: `many-${number}`,
      }),
    );
    exchange.send(...many.slice(1));
    expect(withKey('closed')).toMatchObject({ repeated: true });
    exchange.send(many[0] as (typeof many)[0]);
    expect(withKey('closed')).toMatchObject({ repeated: false });
    expect(withKey('open')).toMatchObject({ repeated: true });
  });

  it('are forgotten after 24 hours, but not while the order is open', () => {
    const open = withKey('open');
    const closed = withKey('closed');
    exchange.cancel(alice, closed.orderId);
    exchange.timeMs += 24 * 3_600_000 - 1;
    expect(withKey('closed')).toMatchObject({ repeated: true });
    exchange.timeMs += 1;
    expect(withKey('closed')).toMatchObject({ repeated: false });
    expect(withKey('open', 6)).toMatchObject({ code: RejectCode.repeatedWithOtherContent });
    expect(withKey('open')).toMatchObject({ repeated: true, orderId: open.orderId });
    exchange.cancel(alice, open.orderId);
    expect(withKey('open', 6)).toMatchObject({ code: RejectCode.none, repeated: false });
  });
});

describe('cancels', () => {
  it("work only on one's own open orders", () => {
    const { orderId } = doneOf(exchange.limit(alice, Side.buy, 9_000, 5));
    expect(exchange.cancel(bob, orderId)).toMatchObject({ code: RejectCode.orderNotFound });
    expect(exchange.cancel(alice, orderId)).toMatchObject({ code: RejectCode.none, orderId });
    expect(exchange.cancel(alice, orderId)).toMatchObject({ code: RejectCode.orderNotFound });
    expect(exchange.cancel(alice, Number.NaN)).toMatchObject({ code: RejectCode.orderNotFound, orderId: 0 });
  });

  it('of all go by market, by asset as base or quote, or without limit, also on a closed market', () => {
    exchange.fund(alice, Asset.inr, 1_000_000 * unit);
    for (const market of [MarketId.ltcUsdt, MarketId.usdtInr, MarketId.ltcInr]) {
      exchange.limit(alice, Side.buy, 100, 5, { market });
    }
    exchange.listMarket(MarketId.ltcUsdt, { status: 'closed' });
    expect(exchange.cancelAll(alice, CancelScope.market, MarketId.ltcInr)).toMatchObject({ orderId: 1 });
    expect(exchange.cancelAll(alice, CancelScope.asset, Asset.usdt)).toMatchObject({ orderId: 2 });
    expect(exchange.cancelAll(alice)).toMatchObject({ code: RejectCode.none, orderId: 0 });
    expect(exchange.cancelAll(alice, CancelScope.market, 99)).toMatchObject({ code: RejectCode.unknownMarket });
  });
});

describe('transfers', () => {
  const transfer = (op: typeof Op.transferIn | typeof Op.transferOut, transferId: number, amount: number) =>
    exchange.answer({ op, user: alice, asset: Asset.usdt, transferId, amount });

  it('whose id was used for another user, asset or amount are refused and move nothing', () => {
    transfer(Op.transferIn, 900, 5);
    const repeated = { op: Op.transferIn, user: alice, asset: Asset.usdt, transferId: 900, amount: 5 } as const;
    const before = allBalances(exchange.shard);
    for (const other of [{ user: bob }, { asset: Asset.inr }, { amount: 6 }]) {
      const answer = exchange.answer({ ...repeated, ...other });
      expect(answer).toMatchObject({ code: RejectCode.transferMismatch, repeated: false, orderId: 900 });
    }
    expect(allBalances(exchange.shard)).toEqual(before);
    expect(exchange.answer(repeated)).toMatchObject({ code: RejectCode.none, repeated: true });
  });

  it('apply once a key and direction, for seven days', () => {
    expect(transfer(Op.transferIn, 900, 5)).toMatchObject({ code: RejectCode.none, repeated: false });
    expect(transfer(Op.transferIn, 900, 5)).toMatchObject({ code: RejectCode.none, repeated: true });
    expect(transfer(Op.transferOut, 900, 5)).toMatchObject({ code: RejectCode.none, repeated: false });
    exchange.timeMs += 7 * 24 * 3_600_000;
    expect(transfer(Op.transferIn, 900, 5)).toMatchObject({ repeated: false });
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * unit + 5);
  });

  it('cannot take out what is frozen, and carry balances past 2^53', () => {
    exchange.limit(alice, Side.buy, 10_000, 10_000);
    expect(transfer(Op.transferOut, 901, 1_000_000 * unit)).toMatchObject({
      code: RejectCode.insufficientBalance,
      required: 100_000_000_000_000,
      available: 99_989_976_400_000,
    });
    for (let i = 0; i < 5; i++) transfer(Op.transferIn, 910 + i, Number.MAX_SAFE_INTEGER);
    expect(exchange.cancelAll(alice)).toMatchObject({ orderId: 1 });
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * unit + 5 * Number.MAX_SAFE_INTEGER);
  });
});

describe('listings', () => {
  it('whose ranges leave 2^53 are refused', () => {
    const huge = { priceMaxTicks: 2 ** 27, amountMaxLots: 2 ** 26, tickLotQuoteUnits: 1 };
    expect(exchange.listMarket(MarketId.ltcInr, huge)).toMatchObject({ code: RejectCode.invalidSettings });
    expect(exchange.listMarket(MarketId.ltcInr, { ...huge, amountMaxLots: 2 ** 25 })).toMatchObject({
      code: RejectCode.none,
    });
    expect(exchange.listMarket(MarketId.ltcInr, { lotBaseUnits: 0.5 })).toMatchObject({
      code: RejectCode.invalidSettings,
    });
  });

  it('keep their steps while orders rest', () => {
    exchange.limit(alice, Side.buy, 10_000, 10);
    const change = { tickLotQuoteUnits: 10 };
    expect(exchange.listMarket(MarketId.ltcUsdt, change)).toMatchObject({ code: RejectCode.invalidSettings });
    exchange.limit(bob, Side.sell, 10_000, 4);
    exchange.cancelAll(alice);
    expect(lastPrice(exchange.shard, MarketId.ltcUsdt)).toBe(10_000);
    expect(exchange.listMarket(MarketId.ltcUsdt, change)).toMatchObject({ code: RejectCode.none });
    // The last price counts in steps that no longer hold: it is forgotten.
    expect(lastPrice(exchange.shard, MarketId.ltcUsdt)).toBe(0);
  });

  it('are answered with the text they came in', () => {
    const settings = { kind: 'shard', serviceAsset: Asset.plc, pivotAsset: Asset.usdt } as const;
    const events = exchange.send({ op: Op.configure, user: 0, settings });
    expect(events[0]).toMatchObject({ kind: EventKind.settingsChanged, text: JSON.stringify(settings) });
  });
});
