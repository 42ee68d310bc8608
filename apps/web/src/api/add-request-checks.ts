import type { Endpoint } from '@pelican/shared/contracts';
import { validationText } from '@pelican/shared/validation';
import type * as z from 'zod/mini';
import { fieldText } from '../platform/field-text.ts';
import { ApiError } from './api-error.ts';
import type { CallName } from './call.ts';
import { requestChecks } from './request-checks.ts';

/** Calls by name, as their declarations have them. */
type Calls = Readonly<Partial<Record<CallName, Partial<Endpoint>>>>;

/** As the server names it: the names on the path to a field, joined by points, up to the first index of a list. */
function fieldAt(path: readonly PropertyKey[]): string {
  const list = path.findIndex((part) => typeof part === 'number');
  return (list < 0 ? path : path.slice(0, Math.max(list, 1))).join('.');
}

function refusalOf(issues: readonly z.core.$ZodIssue[]): ApiError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = fieldAt(path);
    fields[field] = [...new Set([...(fields[field] ?? []), fieldText(message)])];
  }
  return new ApiError({ status: 422, code: 'invalid_argument', messages: Object.values(fields).flat(), fields });
}

/** From now on these calls are sent with bodies alone that their contracts allow. */
export function addRequestChecks(calls: Calls): void {
  for (const [name, declared] of Object.entries(calls)) {
    if (declared?.body === undefined || declared.takesForm) continue;
    const { body } = declared;
    requestChecks.set(name, (given) => {
      const { error } = body.safeParse(given, { error: validationText });
      if (error) throw refusalOf(error.issues);
    });
  }
}
