import { expect, test } from 'vitest';
import { pagePatterns } from './page-paths.ts';
import { isServerPath, serverPathPattern } from './server-paths.ts';

test('the server has its paths with everything below them, and files', () => {
  const prefixes = ['/v2', '/v12', '/dev', '/chat', '/p2p', '/otc', '/socket', '/docs', '/openapi.json', '/health'];
  prefixes.push('/metrics', '/coins', '/assets', '/sandbox');
  const files = ['/favicon.ico', '/legal/Terms.PDF', '/ru/sitemap.xml'];
  const paths = [...prefixes.flatMap((prefix) => [prefix, `${prefix}/`, `${prefix}/a/b`]), ...files];
  expect(paths.filter((path) => !isServerPath(path))).toEqual([]);
});

test('no page of the client is among them, nor what only resembles one of them', () => {
  const others = ['/documents', '/vip', '/v', '/V2/order', '/ru/docs', '/trade/LTC_USDT', '/user/v2', '/openapi-json'];
  expect([...pagePatterns(), ...others].filter(isServerPath)).toEqual([]);
});

test('a query may follow', () => {
  expect(['/v2/market-list?lang=en', '/socket?v=2'].filter((url) => !serverPathPattern.test(url))).toEqual([]);
});
