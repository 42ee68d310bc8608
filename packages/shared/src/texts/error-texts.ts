import type { ErrorCode } from '../errors.ts';
import { hindiErrors } from './errors-hi.ts';
import { russianErrors } from './errors-ru.ts';
import { tamilErrors } from './errors-ta.ts';
import { turkishErrors } from './errors-tr.ts';
import type { TranslatedLanguage } from './translated-languages.ts';

/** The texts of errors by language. */
export const errorTexts: Record<TranslatedLanguage, Record<ErrorCode, string>> = {
  hi: hindiErrors,
  ta: tamilErrors,
  tr: turkishErrors,
  ru: russianErrors,
};
