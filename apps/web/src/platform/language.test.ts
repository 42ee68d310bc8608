import { expect, test } from 'vitest';
import { locateLanguage, pathInLanguage } from './language.ts';

const supported = ['en', 'hi'];

test('English has no prefix, other languages have one', () => {
  expect(locateLanguage('/market', supported)).toEqual({ language: 'en', basename: '', strippedPath: null });
  expect(locateLanguage('/hi/market', supported)).toEqual({ language: 'hi', basename: '/hi', strippedPath: null });
  expect(locateLanguage('/hi', supported).basename).toBe('/hi');
});

test('an unsupported code is stripped from the path, and English spelled out as well', () => {
  expect(locateLanguage('/fr/trade/BTC_USDT', supported).strippedPath).toBe('/trade/BTC_USDT');
  expect(locateLanguage('/en', supported).strippedPath).toBe('/');
  expect(locateLanguage('/pt-br/market', supported).strippedPath).toBe('/market');
});

test('a page is no language', () => {
  for (const path of ['/', '/2fa', '/otc', '/trade', '/ieo']) expect(locateLanguage(path, supported).basename).toBe('');
  expect(locateLanguage('/otc', supported).strippedPath).toBeNull();
});

test('addresses in another language', () => {
  expect(pathInLanguage('/market', 'hi')).toBe('/hi/market');
  expect(pathInLanguage('/', 'hi')).toBe('/hi');
  expect(pathInLanguage('/market', 'en')).toBe('/market');
});
