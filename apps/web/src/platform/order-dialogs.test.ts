import { expect, test } from 'vitest';
import { shortageHash } from './hash-dialogs.ts';
import { readCancelAllHash, readModifyHash, readOrderHash, readShortage } from './order-dialogs.ts';

test('addresses are read as they were written, and others are none', () => {
  expect(readShortage(shortageHash('USDT', 'futures', '12.5'))).toEqual({
    ticker: 'USDT',
    wallet: 'futures',
    missing: '12.5',
  });
  expect(readShortage(shortageHash('LTC', 'trade', ''))).toEqual({ ticker: 'LTC', wallet: 'trade', missing: '' });
  for (const hash of [
    '#insufficient/usdt/trade/1',
    '#insufficient/USDT/bank/1',
    '#insufficient/USDT/trade/1e9',
    '#kyc',
  ])
    expect(readShortage(hash), hash).toBeNull();
  expect(['#order/6196', '#order/', '#order/1.5', '#order/12345678901234567'].map(readOrderHash)).toEqual([
    6196,
    null,
    null,
    null,
  ]);
  expect(['#modify/6196', '#modify/', '#modify/x'].map(readModifyHash)).toEqual([6196, null, null]);
  expect(['#cancel-all', '#cancel-all/LTC_USDT', '#cancel-all/ltc', '#cancel'].map(readCancelAllHash)).toEqual([
    '',
    'LTC_USDT',
    null,
    null,
  ]);
});
