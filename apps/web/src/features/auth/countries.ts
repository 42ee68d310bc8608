/** The countries of the sign-up form, named in the user's language. */
import type { CountryList } from '@pelican/shared/contracts/system';

export interface CountryChoice {
  value: string;
  label: string;
  disabled: boolean;
}

/**
 * By name, India first because most people come from there. Restricted ones stay in the list, so that no one searches in
 * vain: they cannot be chosen and say why.
 */
export function countryChoices(
  countries: CountryList['result'],
  language: string,
  restrictedNote: string,
): CountryChoice[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return countries
    .map(({ code, name, restricted }) => ({
      value: code,
      label: `${names.of(code) ?? name}${restricted ? ` (${restrictedNote})` : ''}`,
      disabled: restricted,
    }))
    .sort((a, b) => Number(b.value === 'IN') - Number(a.value === 'IN') || a.label.localeCompare(b.label, language));
}
