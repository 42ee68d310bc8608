import { afterEach, expect, test, vi } from 'vitest';
import { languagePrefixOf } from './language-prefix.ts';
import { pagePatterns } from './page-paths.ts';
import { rootCalls } from './server-paths.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['/fil/market', '/fil'],
  ['/pt-BR/market', '/pt-BR'],
  ['/zh-tw/', '/zh-tw'],
  ['/zh-Hant-TW', '/zh-Hant-TW'],
  ['/es-419/market', '/es-419'],
  ['/fr/kok/pt-br/trade/BTC_INR', '/fr/kok/pt-br'],
  ['/market', ''],
  ['/', ''],
])('%s begins with %s', (path, prefix) => {
  expect(languagePrefixOf(path)).toBe(prefix);
});

/** Pages and calls that the table of pages does not have. */
const others = ['/ieo', '/ieo-list/pay', '/otc', '/otc-admin', '/otc/pair', '/p2p-loans', '/api', '/dev', '/docs'];

test('no page and no call begins with a language, whatever words a browser takes for one', () => {
  const addresses = [...pagePatterns(), ...rootCalls.map((call) => `/${call}`), ...others];
  const begun = () => addresses.filter((address) => languagePrefixOf(address) !== '');
  expect(begun()).toEqual([]);
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue('A language');
  expect(begun()).toEqual([]);
});

test('a word that names no language is a page, though an unknown one', () => {
  expect(languagePrefixOf('/xyz')).toBe('');
  expect(languagePrefixOf('/hi-there')).toBe('');
});
