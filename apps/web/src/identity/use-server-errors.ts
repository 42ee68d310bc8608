import { useState } from 'react';
import { ApiError, messagesOf } from '../api/api-error.ts';
import { serverNow } from '../platform/clock.ts';

/** What a form says of its last try as a whole. */
export interface FormProblem {
  messages: readonly string[];
  /** Until another try makes sense, by the server's clock; null when the server did not say. */
  untilMs: number | null;
}

const noProblem: FormProblem = { messages: [], untilMs: null };

/** Errors of the last try: by field where the server names one that the form has, else for the form as a whole. */
export function useServerErrors(fieldNames: readonly string[]) {
  const [problem, setProblem] = useState(noProblem);
  /** @returns errors by field, to be shown there */
  const take = (error: unknown): Record<string, string> => {
    const fields: Record<string, string> = {};
    const refusal = error instanceof ApiError ? error : undefined;
    for (const name of fieldNames) if (refusal?.fields[name]) fields[name] = refusal.fields[name].join(' ');
    const wait = refusal?.retryAfterSeconds;
    if (Object.keys(fields).length > 0) setProblem(noProblem);
    else setProblem({ messages: messagesOf(error), untilMs: wait ? serverNow() + wait * 1_000 : null });
    return fields;
  };
  return { problem, take, clear: () => setProblem(noProblem) };
}
