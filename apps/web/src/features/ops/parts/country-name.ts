/** Codes as an operator reads them. What is no code is the text itself. */
function nameOf(type: 'region' | 'language', code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames([document.documentElement.lang || 'en'], { type }).of(code);
    return name === code ? undefined : name;
  } catch {
    return undefined;
  }
}

/** 'DE' -> 'Germany (DE)': documents have the code. */
export function countryName(code: string): string {
  const name = nameOf('region', code);
  return name === undefined ? code : `${name} (${code})`;
}

/** 'hi' -> 'Hindi' */
export function languageName(code: string): string {
  return nameOf('language', code) ?? code;
}
