import { countryName } from '../../../ui/display-names.ts';

/** 'DE' -> 'Germany (DE)': documents have the code. */
export function countryWithCode(code: string, language: string): string {
  const name = countryName(code, language);
  return name === code ? code : `${name} (${code})`;
}
