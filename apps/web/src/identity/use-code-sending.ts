import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { serverNow } from '../platform/clock.ts';
import { useCountdown } from '../ui/use-countdown.ts';
import { type FormProblem, useServerErrors } from './use-server-errors.ts';

/** What the server says of a code that it has sent. */
export interface CodeSent {
  /** Masked. */
  to: string;
  /** Seconds until another one can be asked for. */
  retry_after: number;
}

export interface CodeSending {
  /** Where the last code went; null before the first. */
  to: string | null;
  /** Until another one may be asked for. */
  secondsLeft: number;
  isSending: boolean;
  problem: FormProblem;
  send: () => void;
}

/**
 * Asking for a code, and how long to wait for another one.
 * @param first the code that was sent without asking
 */
export function useCodeSending(ask: () => Promise<CodeSent>, first: CodeSent | null = null): CodeSending {
  const [untilMs, setUntilMs] = useState(() => first && serverNow() + first.retry_after * 1_000);
  const server = useServerErrors([]);
  const waitFor = (seconds: number) => setUntilMs(serverNow() + seconds * 1_000);
  const sending = useMutation({
    mutationFn: ask,
    onMutate: server.clear,
    onSuccess: ({ retry_after }) => waitFor(retry_after),
    onError: (error) => {
      server.take(error);
      if (error instanceof ApiError && error.retryAfterSeconds) waitFor(error.retryAfterSeconds);
    },
  });
  return {
    to: (sending.data ?? first)?.to ?? null,
    secondsLeft: useCountdown(untilMs),
    isSending: sending.isPending,
    problem: server.problem,
    send: () => sending.mutate(),
  };
}
