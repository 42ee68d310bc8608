import { expect, test } from 'vitest';
import { stableCoinsOf } from './stable-coins.ts';

const markets = ['USDT_INR', 'USDC_USDT', 'PLC_USDT', 'PLC_INR', 'USDA_USDT', 'BTC_INR'].map((name) => ({ name }));

test('the token and USDA stand first, each with its market in rupees or else in USDT; without a market a coin is left out', () => {
  const coins = stableCoinsOf(['USDT', 'USDC', 'DAI', 'USDA', 'PLC'], markets);
  expect(coins.map(({ ticker, market }) => [ticker, market.name])).toEqual([
    ['PLC', 'PLC_INR'],
    ['USDA', 'USDA_USDT'],
    ['USDT', 'USDT_INR'],
    ['USDC', 'USDC_USDT'],
  ]);
});
