import { expect, test } from 'vitest';
import { locateLanguage, pathInLanguage } from './language.ts';

const supported = ['en', 'hi'];

test('English has no prefix, other languages have one', () => {
  expect(locateLanguage('/market', '', supported)).toEqual({ language: 'en', basename: '', strippedAddress: null });
  expect(locateLanguage('/hi/market', '', supported)).toEqual({
    language: 'hi',
    basename: '/hi',
    strippedAddress: null,
  });
  expect(locateLanguage('/hi', '', supported).basename).toBe('/hi');
});

test('an unsupported code is stripped from the path, and English spelled out as well', () => {
  expect(locateLanguage('/fr/trade/BTC_USDT', '', supported).strippedAddress).toBe('/trade/BTC_USDT');
  expect(locateLanguage('/en', '', supported).strippedAddress).toBe('/');
  expect(locateLanguage('/pt-br/market', '', supported).strippedAddress).toBe('/market');
});

test('the code goes and the query stays; the FAQ, which the server has in more languages, keeps the code', () => {
  const stripped = (path: string, search: string) => locateLanguage(path, search, ['en']).strippedAddress;
  expect(stripped('/hi/market', '?search=btc')).toBe('/market?search=btc');
  expect(stripped('/hi/faq', '')).toBe('/faq?lang=hi');
  expect(stripped('/hi/faq', '?search=kyc')).toBe('/faq?lang=hi&search=kyc');
});

test('a page is no language', () => {
  for (const path of ['/', '/2fa', '/otc', '/trade', '/ieo'])
    expect(locateLanguage(path, '', supported).basename).toBe('');
  expect(locateLanguage('/otc', '', supported).strippedAddress).toBeNull();
});

test('addresses in another language', () => {
  expect(pathInLanguage('/market', 'hi')).toBe('/hi/market');
  expect(pathInLanguage('/', 'hi')).toBe('/hi');
  expect(pathInLanguage('/market', 'en')).toBe('/market');
});
