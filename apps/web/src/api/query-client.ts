/** Server state: what is retried, how long an answer counts as fresh, and the keys of the private ones. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { exchangeIsAway } from './reachability.ts';
import { onSessionChange, sessionStatus } from './session.ts';

function isWorthARetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return failures < 2 && (error.status === 0 || error.status >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: isWorthARetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** First element of the key of everything that belongs to the signed-in user: dropped at sign-out. */
export const privateKey = 'private';

/** First element of the key of public answers that say more to a signed-in user (favourites). */
export const marketsKey = ['markets'] as const;

// What could not be read while the exchange was away, and what has changed meanwhile.
exchangeIsAway.subscribe((isAway) => {
  if (!isAway) void queryClient.invalidateQueries();
});

let previous = sessionStatus.getState();
onSessionChange(() => {
  const status = sessionStatus.getState();
  if (status === 'anonymous') queryClient.removeQueries({ queryKey: [privateKey] });
  // While a session is being restored calls wait for it, so what they bring is already the user's own.
  if (status === 'anonymous' || previous === 'anonymous') void queryClient.invalidateQueries({ queryKey: marketsKey });
  previous = status;
});
