import { expect, test } from 'vitest';
import { declaredCalls } from '../contracts/testing/index.ts';
import { pagePatterns } from './page-paths.ts';
import { isServerPath, rootCalls, serverPathPattern } from './server-paths.ts';

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

test('each call of the API is below one of them, or among the calls at the root, which are all there', async () => {
  const paths = (await declaredCalls()).map(([name]) => name.replace(/^\w+ /, ''));
  const atRoot = paths.filter((path) => !serverPathPattern.test(path)).map((path) => path.split('/')[1]);
  expect([...new Set(atRoot)].toSorted()).toEqual([...rootCalls].toSorted());
  expect(serverPathPattern.test('/v2/market-list?lang=en')).toBe(true);
  expect(serverPathPattern.test('/socket?v=2')).toBe(true);
});
