/** The texts of a demo's site are such that an operator could have written them. */

import { frontPageContent } from '@pelican/api/src/demo/front-page-content.ts';
import { seedContent } from '@pelican/api/src/demo/seed-content.ts';
import { demoContent } from '@pelican/api/src/demo/site-content.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { contentItemRequest } from '@pelican/shared/contracts/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('all of them are seen, in English and in Hindi', async () => {
  const now = Date.now() / 1000;
  for (const item of [...demoContent, ...frontPageContent(now)]) expect(contentItemRequest.parse(item)).toEqual(item);
  await inTransaction(api.parts.pool, seedContent);
  for (const lang of ['en', 'hi']) {
    const { body } = await api.call<{ result: { slug: string; lang: string }[] }>(
      'GET',
      `/v2/announcements?lang=${lang}`,
    );
    const wanted = demoContent.filter((item) => item.kind === 'announcement');
    expect(body.result.map((one) => [one.slug, one.lang])).toEqual(wanted.map(({ slug }) => [slug, lang]));
  }
  const cards = await api.call<{ result: { ticker: string }[] }>('GET', '/v2/listing-cards');
  const tickers = demoContent.flatMap((item) => (item.kind === 'listing_card' ? [item.ticker] : []));
  expect(cards.body.result.map(({ ticker }) => ticker)).toEqual(tickers);
  for (const [path, count] of [
    ['/v2/front_page/news', 6],
    ['/v2/front_page/partners', 4],
    ['/v2/front_page/digest', 1],
    ['/v2/tweets', 3],
  ] as const) {
    const { body } = await api.call<{ result: object[]; events?: { start_time: number }[] }>('GET', `${path}?lang=hi`);
    expect(body.result, path).toHaveLength(count);
    for (const event of body.events ?? []) expect(event.start_time).toBeGreaterThan(now);
  }
});
