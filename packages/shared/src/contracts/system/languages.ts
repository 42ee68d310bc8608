import type { ClientLanguage } from './client-language-codes.ts';

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

/**
 * Languages that the client offers, the default first. Apart from those of mails and notices, because each has its own texts;
 * one that is added here needs the catalogues that apps/web/src/platform/message-areas.ts demands.
 */
export const clientLanguages = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr' },
  { code: 'ta', name: 'தமிழ்', dir: 'ltr' },
  { code: 'tr', name: 'Türkçe', dir: 'ltr' },
  { code: 'ru', name: 'Русский', dir: 'ltr' },
] as const satisfies readonly { code: ClientLanguage; name: string; dir: 'ltr' | 'rtl' }[];
