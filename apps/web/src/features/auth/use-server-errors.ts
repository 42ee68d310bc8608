import { useState } from 'react';
import { ApiError, messagesOf } from '../../api/api-error.ts';

/** Errors of the last try: by field where the server names one that the form has, else for the form as a whole. */
export function useServerErrors(fieldNames: readonly string[]) {
  const [messages, setMessages] = useState<readonly string[]>([]);
  /** @returns errors by field, to be shown there */
  const take = (error: unknown): Record<string, string> => {
    const fields: Record<string, string> = {};
    if (error instanceof ApiError)
      for (const name of fieldNames) if (error.fields[name]) fields[name] = error.fields[name].join(' ');
    setMessages(Object.keys(fields).length > 0 ? [] : messagesOf(error));
    return fields;
  };
  return { messages, take, clear: () => setMessages([]) };
}
