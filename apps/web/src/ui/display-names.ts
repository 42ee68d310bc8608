/** Names of codes in the user's language; what is no code is the text itself. */
function nameOf(type: 'region' | 'language', code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** 'DE' -> 'Germany' */
export function countryName(code: string, language: string): string {
  return nameOf('region', code, language);
}

/** 'hi' -> 'Hindi' */
export function languageName(code: string, language: string): string {
  return nameOf('language', code, language);
}
