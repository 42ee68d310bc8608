/** Form errors from the contracts' schemas: the first text of each field. */
import { requiredText, validationText } from '@pelican/shared/validation';
import type * as z from 'zod/mini';
import { fieldText } from '../platform/field-text.ts';

export function validateWith<Schema extends z.ZodMiniType>(schema: Schema) {
  return (values: Record<string, unknown>): Record<string, string> => {
    const result = schema.safeParse(values, { error: validationText });
    const errors: Record<string, string> = {};
    for (const issue of result.error?.issues ?? []) {
      const field = String(issue.path[0] ?? 'form');
      errors[field] ??= fieldText(values[field] === '' ? requiredText : issue.message);
    }
    return errors;
  };
}

/** The first text that the schema has against a request; undefined when it may be sent. For forms of a single field. */
export function problemWith(schema: z.ZodMiniType, values: Record<string, unknown>): string | undefined {
  return Object.values(validateWith(schema)(values))[0];
}
