import { expect, test } from 'vitest';
import { deleveragingNotice, liquidationNotice, marginCallNotices } from './position-notices.ts';

const hourMs = 3_600_000;
const warning = {
  kind: 17,
  user: 5,
  market: 1001,
  positionId: 9,
  level: 150,
  isFunding: false,
  ratio: 13_456,
} as const;

test('a margin call names the cover of the maintenance margin in per cent', () => {
  expect(marginCallNotices(warning, 'BTC_USDT', 0)).toEqual([
    {
      userId: 5,
      kind: 'margin_call',
      payload: { market: 'BTC_USDT', isAccount: false, coverPercent: '134' },
      key: 'margin_call:9:0',
    },
  ]);
});

test('the first warning at 300 % and the warnings before a funding are no margin calls', () => {
  expect(marginCallNotices({ ...warning, level: 300 }, 'BTC_USDT', 0)).toEqual([]);
  expect(marginCallNotices({ ...warning, level: 5, isFunding: true }, 'BTC_USDT', 0)).toEqual([]);
});

test('the steps of a liquidation within an hour are one notice, those of the next hour another', () => {
  const keys = [0, hourMs - 1, hourMs].map((timeMs) => liquidationNotice(5, 'BTC_USDT', timeMs).key);
  expect(keys).toEqual(['liquidated:BTC_USDT:0', 'liquidated:BTC_USDT:0', 'liquidated:BTC_USDT:1']);
  expect(deleveragingNotice(5, 'BTC_USDT', 0).key).toBe('deleveraged:BTC_USDT:0');
});
