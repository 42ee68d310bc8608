import { expect, test } from 'vitest';
import { isFiltered, readFilters, toFinishedQuery, toOpenQuery, toQuery } from './filters.ts';

test('nonsense in the address is the default, not an error', () => {
  const filters = readFilters(new URLSearchParams('tab=xyz&side=up&from=yesterday&offset=-5&status=lost&source=a b'));
  expect(filters).toEqual({ tab: 'open', pair: '', side: '', source: '', status: '', from: '', until: '', offset: 0 });
});

test('both days of a range are whole, the last one included', () => {
  const filters = readFilters(
    new URLSearchParams('tab=deals&pair=LTC_USDT&side=sell&from=2026-11-01&until=2026-11-01'),
  );
  const query = toQuery(filters);
  expect(query).toMatchObject({ pair: 'LTC_USDT', side: 'sell', offset: 0, limit: 100 });
  expect((query.end as number) - (query.start as number)).toBe(24 * 60 * 60);
});

test('source and status are of orders, and a status only of the tab that has it', () => {
  const read = (text: string) => readFilters(new URLSearchParams(text));
  const finished = read('tab=finished&status=canceled&source=my-bot');
  expect(toFinishedQuery(finished)).toMatchObject({ status: 'canceled', source: 'my-bot' });
  const open = read('tab=open&status=canceled&source=api');
  expect(toOpenQuery(open)).toEqual({ pair: '', offset: 0, limit: 100, source: 'api' });
  expect([finished, open].map(isFiltered)).toEqual([true, true]);
  const deals = read('tab=deals&status=filled&source=api');
  expect([deals.status, deals.source, isFiltered(deals)]).toEqual(['', '', false]);
  expect(isFiltered(read('tab=open&side=buy'))).toBe(false);
});
