import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { callingCodeOf, countriesWithPhones, phoneCountry } from './calling-codes.ts';

test('the table has every country of the library with its code', () => {
  expect(countriesWithPhones().sort()).toEqual(getCountries().sort());
  for (const country of getCountries()) expect(callingCodeOf(country), country).toBe(getCountryCallingCode(country));
});

test('a place without telephones of its own has India in their stead', () => {
  expect(phoneCountry('TR')).toBe('TR');
  expect(phoneCountry('AQ')).toBe('IN');
});
