/** The language is the first segment of the path; English, the default, has none. */
import { hiddenLanguagesName, languagePrefixOf } from '@pelican/shared/client-paths';
import { clientLanguageCodes } from '@pelican/shared/contracts/system';

export const defaultLanguage = 'en';

/** Those that operators have hidden, as the server has put them into the head of the page; none where there is no page. */
function hiddenLanguages(): string[] {
  if (typeof document === 'undefined') return [];
  return document.querySelector<HTMLMetaElement>(`meta[name="${hiddenLanguagesName}"]`)?.content.split(' ') ?? [];
}

const hidden = hiddenLanguages();

/** Codes of the languages that are offered, the default first. */
export const languages: readonly string[] = clientLanguageCodes.filter((code) => !hidden.includes(code));

export interface LocatedLanguage {
  language: string;
  /** What the router puts before every path: '' or '/hi'. */
  basename: string;
  /** Path without the codes that must go (unsupported, the default spelled out, capitals, more than one), else null. */
  strippedAddress: string | null;
}

/**
 * Reads the language from a path. Its codes of languages are taken away in turn, English among them, up to the first supported one.
 * @param search the query of the address, with its question mark
 */
export function locateLanguage(
  pathname: string,
  search = '',
  supported: readonly string[] = languages,
): LocatedLanguage {
  const prefix = languagePrefixOf(pathname);
  const codes = prefix.toLowerCase().split('/');
  const language = codes.find((code) => code !== defaultLanguage && supported.includes(code)) ?? defaultLanguage;
  const path = pathname.slice(prefix.length) || '/';
  const basename = language === defaultLanguage ? '' : `/${language}`;
  const strippedAddress = prefix === basename ? null : pathInLanguage(path, language) + search;
  return { language, basename, strippedAddress };
}

/** The address of a path (without code) in a language, for links to other languages and alternate links. */
export function pathInLanguage(path: string, language: string): string {
  return language === defaultLanguage ? path : `/${language}${path === '/' ? '' : path}`;
}
