/** Codes of the languages that the client offers. The first view reads addresses by them, and is spared the names (languages.ts). */
export const clientLanguageCodes = ['en', 'hi', 'ta', 'tr', 'ru'] as const;
export type ClientLanguage = (typeof clientLanguageCodes)[number];

export function isClientLanguage(code: string): code is ClientLanguage {
  return clientLanguageCodes.some((known) => known === code);
}
