import { expect, test } from 'vitest';
import { countryName, languageName } from './display-names.ts';

test('codes have their names, and what is no code stays as it is', () => {
  expect(countryName('DE', 'en')).toBe('Germany');
  expect(countryName('DE', 'de')).toBe('Deutschland');
  expect(countryName('no country', 'en')).toBe('no country');
  expect(languageName('hi', 'en')).toBe('Hindi');
  expect(languageName('', 'en')).toBe('');
});
