/** Form errors from the contracts' schemas: the first text of each field. */
import type * as z from 'zod/mini';

export function validateWith<Schema extends z.ZodMiniType>(schema: Schema, texts: Record<string, string> = {}) {
  return (values: unknown): Record<string, string> => {
    const result = schema.safeParse(values);
    const errors: Record<string, string> = {};
    for (const issue of result.error?.issues ?? []) {
      const field = String(issue.path[0] ?? 'form');
      errors[field] ??= texts[field] ?? issue.message;
    }
    return errors;
  };
}
