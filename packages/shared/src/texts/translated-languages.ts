import { type ClientLanguage, clientLanguageCodes } from '../contracts/system/client-language-codes.ts';

/** The languages of the client besides English, in which the declarations are. */
export type TranslatedLanguage = Exclude<ClientLanguage, 'en'>;
export const translatedLanguages = clientLanguageCodes.filter((code): code is TranslatedLanguage => code !== 'en');

export function isTranslated(code: string): code is TranslatedLanguage {
  return translatedLanguages.some((language) => language === code);
}
