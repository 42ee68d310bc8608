/** What is wrong with a value, in the words of the specification: the same in a form and in the server's refusal. */
import type * as z from 'zod/mini';

export const requiredText = 'Field is required';
const unsupportedText = 'Current value is not supported';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The text of an issue for which the schema names none; undefined leaves it to zod's own. */
export function validationText(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return requiredText;
      return Number.isNaN(issue.input) ? 'Numbers only' : undefined;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return issue.format === 'email' ? 'Email is not valid' : unsupportedText;
    case 'invalid_value':
      return issue.input === undefined ? requiredText : unsupportedText;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return undefined;
  }
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
