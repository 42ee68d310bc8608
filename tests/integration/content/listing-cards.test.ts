/** Cards of the listing showcase: written by operators, with pairs that lead to trading once they are open. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Card {
  id: number;
  name: string;
  place: string;
}

let api: TestApi;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  jane = await signUpOperator(api, 'jane', ['content']);
});
afterAll(() => api.close());
beforeEach(() => api.parts.pool.query('TRUNCATE content_items CASCADE'));

const card = {
  kind: 'listing_card',
  ticker: 'BTC',
  link: 'https://bitcoin.org',
  pairs: ['BTC_USDT', 'NEW_USDT'],
  place: 'LATEST',
  position: 1,
  texts: { en: { title: 'Bitcoin', body: '' }, hi: { title: 'बिटकॉइन', body: '' } },
};

async function publish(given: object = {}) {
  const { body } = await jane.post<{ content: { id: number } }>('/v2/ops/content', { ...card, ...given });
  const { id } = body.content;
  await jane.post(`/v2/ops/content/${id}/state`, { version: 1, state: 'published', reason: 'listed' });
  return id;
}

async function shown(query = '') {
  return (await api.call<{ result: Card[] }>('GET', `/v2/listing-cards${query}`)).body.result;
}

test('a card is seen once it is published, with its picture, its language, and the pairs that are open', async () => {
  const id = await publish();
  expect(await shown()).toEqual(
    [
      {
        id,
        ticker: 'BTC',
        image: '/coins/btc.svg',
        name: 'Bitcoin',
        link: 'https://bitcoin.org/',
        pairs: ['BTC_USDT', 'NEW_USDT'],
        place: 'LATEST',
        tradable: ['BTC_USDT'],
      },
    ].map((one) => ({ ...one, link: expect.stringMatching(/^https:\/\/bitcoin\.org\/?$/) })),
  );
  expect((await shown('?lang=hi')).map(({ name }) => name)).toEqual(['बिटकॉइन']);
  expect((await jane.get(`/v2/ops/content/${id}`)).body).toMatchObject({ item: card, name: 'Bitcoin' });
});

test('they stand by their order, and a place has its own; an unknown coin has no picture', async () => {
  await publish({ position: 2 });
  await publish({ ticker: 'SOON', texts: { en: { title: 'Soon', body: '' } }, link: '', pairs: [], place: 'SOON' });
  expect((await shown()).map(({ name }) => name)).toEqual(['Soon', 'Bitcoin']);
  expect(await shown('?place=SOON')).toMatchObject([
    { name: 'Soon', image: null, link: null, pairs: [], tradable: [] },
  ]);
  expect((await api.call('GET', '/v2/listing-cards?place=NEVER')).status).toBe(422);
});

test('what is no coin, pair or safe link is refused', async () => {
  for (const given of [
    { ticker: 'b' },
    { link: 'javascript:alert(1)' },
    { link: 'http://bitcoin.org' },
    { pairs: ['BTC/USDT'] },
    { pairs: Array.from({ length: 11 }, () => 'BTC_USDT') },
    { place: 'NEVER' },
    { texts: { en: { title: 'x', body: 'a card has no text' } } },
  ])
    expect((await jane.post('/v2/ops/content', { ...card, ...given })).status, JSON.stringify(given)).toBe(422);
});

test.each([
  ['a link that runs a script', `facts || '{"link": "javascript:alert(1)"}'`],
  ['no list of pairs', `facts - 'pairs'`],
  ['no facts', `'[]'`],
])('a row that another program has written with %s drops itself alone', async (_what, facts) => {
  const bad = await publish();
  await publish({ texts: { en: { title: 'Sound', body: '' } } });
  await api.parts.pool.query(`UPDATE content_items SET facts = ${facts} WHERE id = $1`, [bad]);
  expect((await shown()).map(({ name }) => name)).toEqual(['Sound']);
});
