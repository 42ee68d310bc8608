import { expect, test } from 'vitest';
import { assetPrice, greaterValue, type MarketDay, type PriceSources } from './prices.ts';

const traded = (last: string, average: number, volume: number): MarketDay => ({
  last,
  day: { volume: String(volume), money: String(average * volume) },
});
const rupees = traded('80', 80, 1_000_000);

function priceFrom(markets: Record<string, MarketDay>, index: Record<string, string> = {}, ticker = 'BTC') {
  const sources: PriceSources = { market: (pair) => markets[pair], index: (name) => index[name] };
  const price = assetPrice(ticker, sources, 10_000);
  return price && [price.usd.toDecimalPlaces(6).toNumber(), price.isSure];
}

test.each<[string, Record<string, MarketDay>, Record<string, string>, [number, boolean] | undefined]>([
  ['a market with volume', { BTC_USDT: traded('60100', 60_000, 10) }, {}, [60_100, true]],
  ['its emptied book', { BTC_USDT: traded('60', 60_000, 10) }, {}, [60_000, false]],
  ['a last price that is too high', { BTC_USDT: traded('600000', 60_000, 10) }, {}, [600_000, false]],
  ['a thin market alone', { BTC_USDT: traded('60', 60, 10) }, {}, [60, false]],
  ['a thin one beside an index', { BTC_USDT: traded('60', 60, 10) }, { BTC: '60000' }, [60_000, true]],
  ['a deep one that the index contradicts', { BTC_USDT: traded('60', 60, 10_000) }, { BTC: '60000' }, [60_000, false]],
  [
    'a thin one beside the deep one in rupees',
    { BTC_USDT: traded('60', 60, 10), BTC_INR: traded('4800000', 4_800_000, 10), USDT_INR: rupees },
    {},
    [60_000, true],
  ],
  ['a last trade of days ago', { BTC_USDT: { last: '60000', day: undefined } }, {}, [60_000, false]],
  ['an index alone', {}, { BTC: '60000' }, [60_000, true]],
  ['nothing', { USDT_INR: rupees }, {}, undefined],
])('%s', (_, markets, index, expected) => {
  expect(priceFrom(markets, index)).toEqual(expected);
});

test('the dollar token is a dollar, and a rupee what the dollar token costs', () => {
  expect(priceFrom({}, {}, 'USDT')).toEqual([1, true]);
  expect(priceFrom({ USDT_INR: rupees }, {}, 'INR')).toEqual([0.0125, true]);
  expect(priceFrom({ USDT_INR: traded('800', 80, 1_000_000) }, {}, 'INR')).toEqual([0.0125, false]);
});

test('the greater of two values counts, and they agree unless the price has jumped', () => {
  const now = (usdValue: string) => ({ usdValue, isPriceSure: true });
  expect(greaterValue('100', now('110'))).toEqual({ usdValue: '110', isPriceSure: true });
  expect(greaterValue('100', now('90'))).toEqual({ usdValue: '100', isPriceSure: true });
  expect(greaterValue('100', now('100000'))).toEqual({ usdValue: '100000', isPriceSure: false });
  expect(greaterValue('100', undefined)).toEqual({ usdValue: '100', isPriceSure: false });
});
