import { expect, it } from 'vitest';
import { sourceConfigs } from './source-settings.ts';

const accepts = (url: string) => sourceConfigs.feed.safeParse({ url, pricePath: 'price' }).success;

it('prices come over encrypted connections, or from this machine', () => {
  for (const url of ['https://feed.test/btc', 'wss://feed.test/btc', 'http://127.0.0.1:9000', 'ws://localhost/x'])
    expect(accepts(url), url).toBe(true);
  for (const url of ['http://feed.test/btc', 'ws://feed.test', 'http://localhost.feed.test', 'ftp://127.0.0.1', 'feed'])
    expect(accepts(url), url).toBe(false);
});
