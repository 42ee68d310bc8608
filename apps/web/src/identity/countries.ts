/** The countries of a form, named in the user's language. */
import type { CountryList } from '@pelican/shared/contracts/system';
import { countryName } from '../ui/display-names.ts';

export interface CountryChoice {
  value: string;
  label: string;
  disabled: boolean;
}

/**
 * By name, India first because most people come from there. Restricted ones stay in the list, so that no one searches in
 * vain: they cannot be chosen and say why.
 * @param restrictedNote absent: all may be chosen
 */
export function countryChoices(
  countries: CountryList['result'],
  language: string,
  restrictedNote?: string,
): CountryChoice[] {
  const { compare } = new Intl.Collator(language);
  return countries
    .map(({ code, restricted }) => {
      const isBarred = restricted && restrictedNote !== undefined;
      const label = countryName(code, language);
      return { value: code, label: isBarred ? `${label} (${restrictedNote})` : label, disabled: isBarred };
    })
    .sort((a, b) => Number(b.value === 'IN') - Number(a.value === 'IN') || compare(a.label, b.label));
}
