/** Arguments that several commands take. */
import { email as emailContract } from '@pelican/shared/contracts/auth';
import { z } from 'zod';
import { UsageError } from './ops-errors.ts';

/** An e-mail as accounts have it: trimmed, in small letters. */
export const emailArgument = z.string({ error: '<email> is missing' }).transform((text, parsing) => {
  const parsed = emailContract.safeParse(text);
  if (parsed.success) return parsed.data;
  parsing.addIssue({ code: 'custom', message: `'${text}' is not an e-mail address` });
  return z.NEVER;
});

export const commaList = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));

/** `['a=1', 'b=x']` as an object. @throws UsageError */
export function readAssignments(texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`'${text}' is not of the form name=value`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

/** @throws UsageError with one line a wrong field */
export function checkFields<Fields>(schema: z.ZodType<Fields>, value: unknown): Fields {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('\n'),
  );
}
