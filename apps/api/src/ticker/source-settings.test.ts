import { expect, it } from 'vitest';
import { newSourceConfigs, withoutSecrets } from './source-settings.ts';

const accepts = (url: string) => newSourceConfigs.feed.safeParse({ url, pricePath: 'price' }).success;

it('prices come over encrypted connections, or from this machine', () => {
  for (const url of ['https://feed.test/btc', 'wss://feed.test/btc', 'http://127.0.0.1:9000', 'ws://localhost/x'])
    expect(accepts(url), url).toBe(true);
  for (const url of ['http://feed.test/btc', 'ws://feed.test', 'http://localhost.feed.test', 'ftp://127.0.0.1', 'feed'])
    expect(accepts(url), url).toBe(false);
});

it('an address has no user and password, which every list of sources would show', () => {
  for (const url of ['https://user:pass@feed.test/btc', 'https://user@feed.test/btc'])
    expect(accepts(url), url).toBe(false);
});

it('credentials in the query and in what is sent are not shown', () => {
  const open = { url: 'https://feed.test/btc?pair=BTC', pricePath: 'price', send: 'subscribe btc' };
  expect(withoutSecrets(open)).toEqual(open);
  expect(
    withoutSecrets({
      url: 'https://feed.test/btc?pair=BTC&apiKey=k1',
      send: '{"op":"subscribe","auth":{"token":"t"}}',
    }),
  ).toEqual({ url: 'https://feed.test/btc?pair=BTC&apiKey=***', send: '{"op":"subscribe","auth":"***"}' });
});
