import { afterEach, expect, test, vi } from 'vitest';
import { locateLanguage, pathInLanguage } from './language.ts';

const supported = ['en', 'hi'];

afterEach(() => {
  document.head.innerHTML = '';
});

test('English has no prefix, other languages have one', () => {
  expect(locateLanguage('/market', '', supported)).toEqual({ language: 'en', basename: '', strippedAddress: null });
  expect(locateLanguage('/hi/market', '?search=btc', supported)).toEqual({
    language: 'hi',
    basename: '/hi',
    strippedAddress: null,
  });
  expect(locateLanguage('/hi', '', supported).basename).toBe('/hi');
});

test.each([
  ['an unsupported code', '/fr/trade/BTC_USDT', '/trade/BTC_USDT'],
  ['a code with a region', '/pt-br/market', '/market'],
  ['a region in capitals', '/pt-BR/market', '/market'],
  ['a region at the end', '/zh-tw/', '/'],
  ['a script and a region', '/zh-Hant-TW/market', '/market'],
  ['a region of the world', '/es-419/market', '/market'],
  ['a code of three letters', '/fil/market', '/market'],
  ['one with a region', '/FIL-PH', '/'],
  ['English spelled out', '/en', '/'],
  ['several codes', '/fr/de/market', '/market'],
  ['the query stays', '/fr/market?search=btc', '/market?search=btc'],
])('%s is taken from the path', (_what, address, stripped) => {
  const [path = '', query] = address.split('?');
  expect(locateLanguage(path, query ? `?${query}` : '', supported)).toEqual({
    language: 'en',
    basename: '',
    strippedAddress: stripped,
  });
});

test.each([
  ['capitals', '/HI/market', '/hi/market'],
  ['a code before it', '/fr/hi/market', '/hi/market'],
  ['a code behind it', '/hi/fr/market', '/hi/market'],
  ['English before it', '/en/hi', '/hi'],
  ['the same twice', '/hi/hi/trade/BTC_INR', '/hi/trade/BTC_INR'],
])('a supported code counts with %s', (_what, path, stripped) => {
  expect(locateLanguage(path, '', supported)).toEqual({ language: 'hi', basename: '/hi', strippedAddress: stripped });
});

test('a page is no language', () => {
  for (const path of ['/', '/2fa', '/otc', '/trade', '/ieo', '/ieo-list', '/log-out', '/xyz', '/hindi', '/hi-there'])
    expect(locateLanguage(path, '', supported)).toMatchObject({ basename: '', strippedAddress: null });
});

test('a language that operators have hidden is none', async () => {
  document.head.innerHTML = '<meta name="hidden-languages" content="tr hi">';
  vi.resetModules();
  const page = await import('./language.ts');
  expect(page.languages).toEqual(['en', 'ta', 'ru']);
  expect(page.locateLanguage('/tr/market')).toEqual({ language: 'en', basename: '', strippedAddress: '/market' });
  expect(page.locateLanguage('/ru/market').basename).toBe('/ru');
});

test('addresses in another language', () => {
  expect(pathInLanguage('/market', 'hi')).toBe('/hi/market');
  expect(pathInLanguage('/', 'hi')).toBe('/hi');
  expect(pathInLanguage('/market', 'en')).toBe('/market');
});
