type CodeType = 'region' | 'language';

/** By type and language: one takes longer to make than a hundred names to read. */
const known = new Map<string, Intl.DisplayNames>();

function namesOf(type: CodeType, language: string): Intl.DisplayNames {
  const key = `${type} ${language}`;
  let names = known.get(key);
  if (names === undefined) {
    names = new Intl.DisplayNames([language], { type });
    known.set(key, names);
  }
  return names;
}

/** Names of codes in the user's language; what is no code is the text itself. */
function nameOf(type: CodeType, code: string, language: string): string {
  try {
    return namesOf(type, language).of(code) ?? code;
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
