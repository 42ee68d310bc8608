import { RejectCode, Side } from '@pelican/shared/engine/spot';
import { describe, expect, it } from 'vitest';
import { Asset, alice, doneOf, Exchange, MarketId } from '../../../testing/spot/exchange.ts';

const unit = 100_000_000;
const price = 10_000;

describe('a market that is listed again with another base', () => {
  it('takes that base from users who have traded on it before, and the first base again after it is listed back', () => {
    const exchange = new Exchange();
    exchange.fund(alice, Asset.ltc, unit);
    exchange.fund(alice, Asset.plc, unit);
    for (const base of [Asset.ltc, Asset.plc, Asset.ltc]) {
      expect(exchange.listMarket(MarketId.ltcUsdt, { base }).code).toBe(RejectCode.none);
      const placed = doneOf(exchange.limit(alice, Side.sell, price, 1));
      expect(placed.code).toBe(RejectCode.none);
      expect([Asset.ltc, Asset.plc].filter((asset) => exchange.frozen(alice, asset) > 0)).toEqual([base]);
      exchange.cancel(alice, placed.orderId);
    }
  });
});
