import { expect, test } from 'vitest';
import { readFilters, toQuery } from './filters.ts';

test('nonsense in the address is the default, not an error', () => {
  const filters = readFilters(new URLSearchParams('tab=xyz&side=up&from=yesterday&offset=-5'));
  expect(filters).toEqual({ tab: 'open', pair: '', side: '', from: '', until: '', offset: 0 });
});

test('both days of a range are whole, the last one included', () => {
  const filters = readFilters(
    new URLSearchParams('tab=deals&pair=LTC_USDT&side=sell&from=2026-11-01&until=2026-11-01'),
  );
  const query = toQuery(filters);
  expect(query).toMatchObject({ pair: 'LTC_USDT', side: 'sell', offset: 0, limit: 100 });
  expect((query.end as number) - (query.start as number)).toBe(24 * 60 * 60);
});
