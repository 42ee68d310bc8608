import { expect, test } from 'vitest';
import { canonicalPath } from './page-table.ts';

test.each([
  [{ path: '/market' }, {}, '/market'],
  [{ path: '/home', canonical: '/' }, {}, '/'],
  [{ path: '/trade/:pair' }, { pair: 'LTC_USDT' }, '/trade/LTC_USDT'],
  [{ path: '/announcement/:slug' }, { slug: 'ltc-listed' }, '/announcement/ltc-listed'],
  [{ path: '/announcement/:slug' }, { slug: '$&' }, '/announcement/$&'],
  [{ path: '/cfx-terms/:dark', canonical: '/terms' }, {}, '/terms'],
  [{ path: '/trade/:pair' }, {}, undefined],
  [{ path: '/user/*' }, {}, undefined],
])('%o with %o is known as %s', (page, { pair, slug }: { pair?: string; slug?: string }, path) => {
  expect(canonicalPath(page, { pair, slug })).toBe(path);
});
