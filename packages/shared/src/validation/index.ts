/** What is wrong with a value, in the words of the specification: the same in a form and in the server's refusal. */
import type * as z from 'zod/mini';

export const requiredText = 'Field is required';
const unsupportedText = 'Current value is not supported';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The text of an issue for which the schema names none. No text of the validator's own reaches a person. */
export function validationText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (isAbsent(issue.input)) return requiredText;
      return numeric.has(issue.expected) ? 'Numbers only' : unsupportedText;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return issue.format === 'email' ? 'Email is not valid' : unsupportedText;
    case 'invalid_value':
      return isAbsent(issue.input) ? requiredText : unsupportedText;
    case 'invalid_union':
      return isAbsent(issue.input) || isWithoutKind(issue) ? requiredText : unsupportedText;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return unsupportedText;
  }
}

/** What a schema expects where only a number will do. */
const numeric: ReadonlySet<string> = new Set(['number', 'int', 'bigint']);

/** The discriminator of a union was not given. */
function isWithoutKind({ input, discriminator }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): boolean {
  return discriminator !== undefined && isAbsent((input as Record<string, unknown>)[discriminator]);
}

function isAbsent(input: unknown): boolean {
  return input === undefined || input === null;
}

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string' || origin === 'array') {
    if (minimum === 1) return requiredText;
    return exact ? `Length should be ${minimum}` : `Min length is ${minimum}`;
  }
  if (Number(minimum) === 0 && !inclusive) return 'Must be greater than zero';
  return `Min value is ${minimum}`;
}

function tooBig({ origin, maximum, exact }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin !== 'string' && origin !== 'array') return `Max value is ${maximum}`;
  return exact ? `Length should be ${maximum}` : `Max length is ${maximum}`;
}
