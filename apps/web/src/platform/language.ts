/**
 * The language is the first segment of the path; English, the default, has none. A language exists when there is a
 * message file for it, so adding one is adding files.
 */
export const defaultLanguage = 'en';

const messageFiles = import.meta.glob<{ default: Record<string, unknown> }>(['../app/locales/*.json']);

/** Codes with messages, the default first. */
export const languages: string[] = [
  defaultLanguage,
  ...Object.keys(messageFiles)
    .map((path) => path.replace(/^.*\/|\.json$/g, ''))
    .filter((code) => code !== defaultLanguage),
];

export interface LocatedLanguage {
  language: string;
  /** What the router puts before every path: '' or '/hi'. */
  basename: string;
  /** Path and query without the code when it must go (unsupported, or the default spelled out), else null. */
  strippedAddress: string | null;
}

/** The server has its texts in more languages than the client: a code that goes from the path stays as `lang`. */
const translatedPath = '/faq';

/**
 * Reads the language from a path; no route begins with two letters, so a two-letter segment is a language code.
 * @param search the query of the address, with its question mark
 */
export function locateLanguage(
  pathname: string,
  search = '',
  supported: readonly string[] = languages,
): LocatedLanguage {
  const match = /^\/([a-z]{2}(?:-[a-z]{2,4})?)(?=\/|$)/i.exec(pathname);
  if (!match) return { language: defaultLanguage, basename: '', strippedAddress: null };
  const code = match[1] as string;
  if (code !== defaultLanguage && supported.includes(code))
    return { language: code, basename: `/${code}`, strippedAddress: null };
  const path = pathname.slice(match[0].length) || '/';
  const query = path === translatedPath ? `?lang=${code}${search.replace('?', '&')}` : search;
  return { language: defaultLanguage, basename: '', strippedAddress: path + query };
}

/** The address of a path (without code) in a language, for links to other languages and alternate links. */
export function pathInLanguage(path: string, language: string): string {
  return language === defaultLanguage ? path : `/${language}${path === '/' ? '' : path}`;
}
