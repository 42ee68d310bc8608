import { expect, test } from 'vitest';
import { areaOf } from './banner-area.ts';

test.each([
  ['/', 'site'],
  ['/home', 'site'],
  ['/userland', 'site'],
  ['/trade/BTC_USDT', 'spot'],
  ['/trade_classic', 'spot'],
  ['/exchange', 'spot'],
  ['/perpetual/BTC_USDT', 'perpetual'],
  ['/perpetuals', 'perpetual'],
  ['/swap-trading-view/BTC_USDT/dark', 'perpetual'],
  ['/user/wallet-list/BTC', 'wallet'],
  ['/wallet/deposit/INR', 'wallet'],
  ['/user/profile', 'account'],
  ['/ops/site/3', null],
])('%s is of the part %s', (path, area) => {
  expect(areaOf(path)).toBe(area);
});
