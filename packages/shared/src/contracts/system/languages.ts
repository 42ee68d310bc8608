/** Languages in which the exchange writes to people. Free of schemas: the client's lists need them at once. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
] as const;
export type Language = (typeof languages)[number]['code'];
export const languageCodes = languages.map(({ code }) => code) as [Language, ...Language[]];

export function isLanguage(code: string): code is Language {
  return languages.some((language) => language.code === code);
}
