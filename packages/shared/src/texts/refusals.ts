import { type ErrorBody, errorTable } from '../errors.ts';
import { hindiErrors } from './errors-hi.ts';
import { fieldTextIn } from './field-texts.ts';

/** Error texts also appear at fields, so they are found by their English form. Of equal texts the first one counts. */
const hindiByEnglish: ReadonlyMap<string, string> = new Map(
  Object.entries(errorTable)
    .map(([code, { message }]) => [message, hindiErrors[code as keyof typeof errorTable]] as const)
    .toReversed(),
);

/** A refusal with the texts that the language has; others stay English. */
export function refusalIn(language: string, body: ErrorBody): ErrorBody {
  if (language !== 'hi') return body;
  const errors = Object.fromEntries(
    Object.entries(body.errors).map(([field, texts]) => [
      field,
      texts.map((text) => hindiByEnglish.get(text) ?? fieldTextIn(language, text)),
    ]),
  );
  return { ...body, errors: errors as ErrorBody['errors'] };
}
