import { type ErrorBody, type ErrorCode, errorTable } from '../errors.ts';
import { errorTexts } from './error-texts.ts';
import { fieldTextIn } from './field-texts.ts';
import { isTranslated, type TranslatedLanguage, translatedLanguages } from './translated-languages.ts';

/** Error texts also appear at fields, so they are found by their English form. Of equal texts the first one counts. */
function byEnglish(texts: Record<ErrorCode, string>): ReadonlyMap<string, string> {
  const pairs = Object.entries(errorTable).map(([code, { message }]) => [message, texts[code as ErrorCode]] as const);
  return new Map(pairs.toReversed());
}

const errorsByEnglish = Object.fromEntries(
  translatedLanguages.map((language) => [language, byEnglish(errorTexts[language])]),
) as Record<TranslatedLanguage, ReadonlyMap<string, string>>;

/** A refusal with the texts that the language has; others stay English. */
export function refusalIn(language: string, body: ErrorBody): ErrorBody {
  if (!isTranslated(language)) return body;
  const translated = errorsByEnglish[language];
  const errors = Object.fromEntries(
    Object.entries(body.errors).map(([field, texts]) => [
      field,
      texts.map((text) => translated.get(text) ?? fieldTextIn(language, text)),
    ]),
  );
  return { ...body, errors: errors as ErrorBody['errors'] };
}
