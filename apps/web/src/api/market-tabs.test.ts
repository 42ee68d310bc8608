import { expect, test } from 'vitest';
import { marketsInTab, searchMarkets, tabsOf } from './market-tabs.ts';

const market = (stock: string, money: string, groups: string[], favorite = false) => ({
  stock,
  money,
  groups,
  favorite,
  stock_label: stock === 'BTC' ? 'Bitcoin' : stock,
  money_label: money,
});
const markets = [
  market('BTC', 'INR', ['fiat'], true),
  market('BTC', 'USDT', ['alts']),
  market('ETH', 'BTC', []),
  market('USDC', 'USDT', ['stable', 'alts']),
  market('PLC', 'XYZ', ['alts']),
];

test('tabs stand in the specification’s order, favourites last and only when signed in', () => {
  expect(tabsOf(markets, false)).toEqual(['all', 'INR', 'USDT', 'BTC', 'XYZ', 'fiat', 'stable', 'alts']);
  expect(tabsOf(markets, true).at(-1)).toBe('favorite');
});

test('a market stands in the tab of its money and in its groups', () => {
  expect(marketsInTab(markets, 'USDT')).toHaveLength(2);
  expect(marketsInTab(markets, 'favorite')).toEqual([markets[0]]);
  expect(marketsInTab(markets, 'stable')).toEqual([markets[3]]);
});

test('search finds by ticker, pair in any spelling, and name', () => {
  for (const text of ['btc/inr', 'BTC_INR', 'btc inr', 'btcinr', 'bitcoin inr'])
    expect(searchMarkets(markets, text), text).toEqual([markets[0]]);
  expect(searchMarkets(markets, '  ')).toHaveLength(markets.length);
  expect(searchMarkets(markets, 'nothing')).toHaveLength(0);
});

test('a name is found by the beginning of its words: eth is Ethereum and not Tether', () => {
  const [bitcoin, ether] = [
    { stock: 'BTC', money: 'USDT', stock_label: 'Bitcoin', money_label: 'Tether' },
    { stock: 'ETH', money: 'USDT', stock_label: 'Ethereum', money_label: 'Tether' },
  ];
  expect(searchMarkets([bitcoin, ether], 'eth')).toEqual([ether]);
  expect(searchMarkets([bitcoin, ether], 'ether')).toEqual([ether]);
  expect(searchMarkets([bitcoin, ether], 'teth')).toEqual([bitcoin, ether]);
});
