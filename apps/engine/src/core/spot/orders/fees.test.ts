import { HouseUser, Side } from '@pelican/shared/engine/spot';
import { describe, expect, it } from 'vitest';
import { Asset, alice, bob, carol, Exchange, fillsOf, MarketId } from '../../../testing/spot/exchange.ts';

const usdt = 100_000_000;
const ltc = 100_000_000;

/** Alice has 1,000,000 USDT, Bob 1,000 LTC. */
function fundedExchange(): Exchange {
  const exchange = new Exchange();
  exchange.fund(alice, Asset.usdt, 1_000_000 * usdt);
  exchange.fund(bob, Asset.ltc, 1000 * ltc);
  return exchange;
}

describe('fees and GST in money', () => {
  it('take 0.2% from the taker, 0.1% from the maker and 18% of each on top', () => {
    const exchange = fundedExchange();
    // 2 LTC at 100 USDT: 200 USDT. Maker sells: fee 0.2, GST 0.036. Taker buys: fee 0.4, GST 0.072.
    exchange.limit(bob, Side.sell, 10_000, 20_000);
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 10_000, 20_000));
    expect(fill).toMatchObject({ makerFee: 0.2 * usdt, makerGst: 3_600_000, makerTds: 0 });
    expect(fill).toMatchObject({ takerFee: 0.4 * usdt, takerGst: 7_200_000, takerTds: 0 });
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 200 * usdt - 40_000_000 - 7_200_000);
    expect(exchange.available(alice, Asset.ltc)).toBe(2 * ltc);
    expect(exchange.available(bob, Asset.usdt)).toBe(200 * usdt - 20_000_000 - 3_600_000);
    expect(exchange.available(HouseUser.fees, Asset.usdt)).toBe(60_000_000);
    expect(exchange.available(HouseUser.gst, Asset.usdt)).toBe(10_800_000);
  });

  it('round up each, to the smallest unit', () => {
    const exchange = fundedExchange();
    // 0.0001 LTC at 0.07 USDT: 700 units. Taker: 0.2% = 1.4 -> 2, GST 0.36 -> 1. Maker: 0.7 -> 1, GST 0.18 -> 1.
    exchange.limit(bob, Side.sell, 7, 1);
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 7, 1));
    expect(fill).toMatchObject({ takerFee: 2, takerGst: 1, makerFee: 1, makerGst: 1 });
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 703);
    expect(exchange.available(bob, Asset.usdt)).toBe(698);
  });

  it('never cost a seller more than the sale: GST gives way first, then the fee', () => {
    const exchange = fundedExchange();
    // One lot is worth 1 unit. The fee rounds up to 1, which leaves nothing for GST.
    exchange.listMarket(MarketId.ltcUsdt, { tickLotQuoteUnits: 1 });
    exchange.limit(alice, Side.buy, 1, 1);
    const [fill] = fillsOf(exchange.limit(bob, Side.sell, 1, 1));
    expect(fill).toMatchObject({ takerFee: 1, takerGst: 0, takerTds: 0, makerFee: 1, makerGst: 1 });
    expect(exchange.available(bob, Asset.usdt)).toBe(0);
  });

  it('are those the order rested with, though the rates have changed since', () => {
    const exchange = fundedExchange();
    exchange.limit(bob, Side.sell, 10_000, 10_000);
    exchange.listMarket(MarketId.ltcUsdt, { makerFeePpm: 5000, takerFeePpm: 5000, gstPpm: 0 });
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 10_000, 10_000));
    expect(fill).toMatchObject({ makerFee: 10_000_000, makerGst: 1_800_000, takerFee: 50_000_000, takerGst: 0 });
  });

  it("are the user's own where there are some, the line of the market before the line of all", () => {
    const exchange = fundedExchange();
    exchange.setUser(alice, {
      fees: [
        { market: 0, makerFeePpm: 9, takerFeePpm: 9 },
        { market: MarketId.ltcUsdt, makerFeePpm: 0, takerFeePpm: 100 },
      ],
    });
    exchange.setUser(bob, { fees: [{ market: 0, makerFeePpm: 0, takerFeePpm: 0 }] });
    exchange.limit(bob, Side.sell, 10_000, 10_000);
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 10_000, 10_000));
    expect(fill).toMatchObject({ makerFee: 0, makerGst: 0, takerFee: 1_000_000, takerGst: 180_000 });
  });
});

describe('a freeze', () => {
  it('of a buy is price x amount plus the higher fee and its GST', () => {
    const exchange = fundedExchange();
    exchange.limit(alice, Side.buy, 10_000, 10_000);
    expect(exchange.frozen(alice, Asset.usdt)).toBe(10_023_600_000);
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 10_023_600_000);
  });

  it('of a sell is the amount', () => {
    const exchange = fundedExchange();
    exchange.limit(bob, Side.sell, 10_000, 12_345);
    expect(exchange.frozen(bob, Asset.ltc)).toBe(123_450_000);
  });

  it('gives back with each fill exactly what the rest cannot cost any more', () => {
    const exchange = fundedExchange();
    // 3 LTC at 100 wanted; 1 LTC is sold into it: 100 + 0.1 + 0.018 paid, and the freeze falls to that of 2 LTC.
    exchange.limit(alice, Side.buy, 10_000, 30_000);
    exchange.limit(bob, Side.sell, 10_000, 10_000);
    expect(exchange.frozen(alice, Asset.usdt)).toBe(20_047_200_000);
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 20_047_200_000 - 10_011_800_000);
    exchange.cancelAll(alice);
    expect(exchange.frozen(alice, Asset.usdt)).toBe(0);
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 10_011_800_000);
  });

  it('is short by the roundings of many fills only as far as there is money; then GST gives way', () => {
    // Maker and taker both pay 0.2%. 3 lots at 0.07: 2100 units, fee 4.2 -> 5, GST 0.9 -> 1: 2106 frozen.
    // Each lot alone: 700 + 2 + 1 = 703, so three cost 2109, three units more. Without them: after the first lot 1404
    // must stay for the other two, which leaves it 702, so no GST; after the second 703, which leaves that one 701, so no
    // GST and a fee of 1; the third has its 703.
    const cost = (extra: number) => {
      const exchange = new Exchange();
      exchange.listMarket(MarketId.ltcUsdt, { makerFeePpm: 2000 });
      exchange.fund(alice, Asset.usdt, 2106 + extra);
      exchange.fund(bob, Asset.ltc, ltc);
      exchange.limit(alice, Side.buy, 7, 3);
      expect(exchange.frozen(alice, Asset.usdt)).toBe(2106);
      const fills = [1, 2, 3].flatMap(() => fillsOf(exchange.limit(bob, Side.sell, 7, 1)));
      expect(exchange.frozen(alice, Asset.usdt)).toBe(0);
      return {
        left: exchange.available(alice, Asset.usdt),
        charges: fills.map((fill) => [fill.makerFee, fill.makerGst]),
      };
    };
    expect(cost(100)).toEqual({
      left: 97,
      charges: [
        [2, 1],
        [2, 1],
        [2, 1],
      ],
    });
    expect(cost(0)).toEqual({
      left: 0,
      charges: [
        [2, 0],
        [1, 0],
        [2, 1],
      ],
    });
  });
});

describe('TDS', () => {
  it('is 1% of the sale net of fee and GST, rounded down, from a taxable seller', () => {
    const exchange = fundedExchange();
    exchange.listMarket(MarketId.ltcUsdt, { tax: 'sell' });
    exchange.setUser(bob, { taxable: true });
    exchange.setUser(alice, { taxable: true });
    exchange.limit(alice, Side.buy, 10_000, 10_000);
    // 100 USDT; fee 0.2, GST 0.036: 1% of 99.764 = 0.99764.
    const [fill] = fillsOf(exchange.limit(bob, Side.sell, 10_000, 10_000));
    expect(fill).toMatchObject({ takerTds: 99_764_000, makerTds: 0 });
    expect(exchange.available(bob, Asset.usdt)).toBe(9_876_636_000);
    expect(exchange.available(HouseUser.tds, Asset.usdt)).toBe(99_764_000);
  });

  it('is not taken from others, nor where the market has no tax', () => {
    const exchange = fundedExchange();
    exchange.listMarket(MarketId.ltcUsdt, { tax: 'sell' });
    exchange.limit(alice, Side.buy, 10_000, 10_000);
    expect(fillsOf(exchange.limit(bob, Side.sell, 10_000, 10_000))[0]).toMatchObject({ takerTds: 0 });
  });

  it('on both sides charges the buyer on top, inside the freeze', () => {
    const exchange = fundedExchange();
    exchange.listMarket(MarketId.ltcUsdt, { tax: 'both' });
    exchange.setUser(alice, { taxable: true });
    exchange.limit(alice, Side.buy, 10_000, 10_000);
    // 100 + 0.2 + 0.036 + 1
    expect(exchange.frozen(alice, Asset.usdt)).toBe(10_123_600_000);
    const [fill] = fillsOf(exchange.limit(bob, Side.sell, 10_000, 10_000));
    expect(fill).toMatchObject({ makerTds: usdt, takerTds: 0 });
    expect(exchange.available(alice, Asset.usdt)).toBe(1_000_000 * usdt - 10_111_800_000);
  });
});

describe('fees in the service token', () => {
  /** PLC last traded at 0.50 USDT. */
  function pricedExchange(): Exchange {
    const exchange = fundedExchange();
    exchange.fund(carol, Asset.plc, 10 * ltc);
    exchange.limit(carol, Side.sell, 50, 10_000, { market: MarketId.plcUsdt });
    exchange.limit(alice, Side.buy, 50, 10_000, { market: MarketId.plcUsdt });
    exchange.setUser(alice, { customFee: true });
    return exchange;
  }

  it('convert the fee over the last price, and put GST on it', () => {
    const exchange = pricedExchange();
    exchange.limit(bob, Side.sell, 10_000, 10_000);
    const before = exchange.available(alice, Asset.usdt);
    // 0.05% of 100 USDT = 0.05 USDT = 0.1 PLC; GST 0.018 PLC. Money pays the value alone.
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 10_000, 10_000));
    expect(fill).toMatchObject({ takerFeeAsset: Asset.plc, takerFee: 10_000_000, takerGst: 1_800_000 });
    expect(fill).toMatchObject({ makerFeeAsset: Asset.usdt });
    expect(exchange.available(alice, Asset.usdt)).toBe(before - 100 * usdt);
    expect(exchange.available(alice, Asset.plc)).toBe(ltc - 11_800_000);
    expect(exchange.available(HouseUser.fees, Asset.plc)).toBe(10_000_000);
  });

  it('go over the pivot where the token has no market in the money', () => {
    const exchange = pricedExchange();
    // USDT last traded at 80 INR, so 8,000 INR are 100 USDT are 200 PLC: 0.05% of it is 0.1 PLC.
    exchange.fund(carol, Asset.inr, 100_000 * usdt);
    exchange.fund(alice, Asset.inr, 100_000 * usdt);
    exchange.limit(carol, Side.buy, 8000, 10_000, { market: MarketId.usdtInr });
    exchange.limit(alice, Side.sell, 8000, 10_000, { market: MarketId.usdtInr });
    exchange.limit(bob, Side.sell, 80_000, 100_000, { market: MarketId.ltcInr });
    const [fill] = fillsOf(exchange.limit(alice, Side.buy, 80_000, 100_000, { market: MarketId.ltcInr }));
    // 10 LTC at 800 INR = 8,000 INR.
    expect(fill).toMatchObject({ takerFeeAsset: Asset.plc, takerFee: 10_000_000 });
  });

  it('fall back to money without a price, or with too little of the token', () => {
    const unpriced = fundedExchange();
    unpriced.setUser(alice, { customFee: true });
    unpriced.fund(alice, Asset.plc, ltc);
    unpriced.limit(bob, Side.sell, 10_000, 10_000);
    expect(fillsOf(unpriced.limit(alice, Side.buy, 10_000, 10_000))[0]).toMatchObject({
      takerFeeAsset: Asset.usdt,
      takerFee: 20_000_000,
    });
    const poor = pricedExchange();
    poor.limit(alice, Side.sell, 100_000, 9_999, { market: MarketId.plcUsdt });
    poor.limit(bob, Side.sell, 10_000, 10_000);
    expect(fillsOf(poor.limit(alice, Side.buy, 10_000, 10_000))[0]).toMatchObject({ takerFeeAsset: Asset.usdt });
  });
});
