import { rpcCode } from './wire.ts';

const firstDelayMs = 1000;
const delayPerFailedAuthMs = 100;
const longestDelayMs = 10_000;
export const authRetriesMax = 3;

/**
 * Milliseconds until the next attempt to connect: 1 s and 100 ms for each failed authorisation, and up to a fifth of that
 * at random so that clients do not come back all at once; at most 10 s.
 * @param random a number in [0, 1)
 */
export function reconnectDelayMs(failedAuths: number, random: number): number {
  const delay = (firstDelayMs + delayPerFailedAuthMs * failedAuths) * (1 + random * 0.2);
  return Math.round(Math.min(longestDelayMs, delay));
}

/** What to do after a refused server.auth. Only the server's own troubles are worth another try. */
export function afterRefusedAuth(code: number, attempt: number): 'retry' | 'giveUp' | 'refused' {
  if (code !== rpcCode.internalError && code !== rpcCode.serviceTimeout) return 'refused';
  return attempt <= authRetriesMax ? 'retry' : 'giveUp';
}
