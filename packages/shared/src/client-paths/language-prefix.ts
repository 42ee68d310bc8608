/** First parts of pages and calls that look like codes of three letters; a test holds them against all addresses. */
const pageWords = /^(?:api|dev|faq|ieo|ops|otc|pay)(?:$|-)/;

/** Three letters are a code where they name a language; two, which no page begins with, always. */
function isLanguageCode(part: string): boolean {
  const [language = ''] = part.split('-', 1);
  if (language.length === 2) return true;
  if (pageWords.test(part)) return false;
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) !== undefined;
}

const languageTag = /^\/([a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)(?=\/|$)/i;

/**
 * The codes of languages at the beginning of a path, as they are written there: `/fr/pt-BR` of `/fr/pt-BR/market`. Whether a language is
 * offered is another question.
 */
export function languagePrefixOf(pathname: string): string {
  let prefix = '';
  for (;;) {
    const part = languageTag.exec(pathname.slice(prefix.length))?.[1];
    if (part === undefined || !isLanguageCode(part.toLowerCase())) return prefix;
    prefix += `/${part}`;
  }
}
