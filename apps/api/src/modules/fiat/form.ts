/** What the form of a method was filled with. */
import { DomainError } from '@pelican/shared/contracts';
import type { z } from 'zod/mini';

/** @throws DomainError invalid_argument with a text for each field */
export function demandForm<Output>(schema: z.ZodMiniType<Output>, given: object): Output {
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0]);
    const text = given[name as keyof typeof given] === undefined ? 'Field is required' : message;
    fields[name] = [...(fields[name] ?? []), text];
  }
  throw new DomainError('invalid_argument', { fields });
}
