/**
 * Whether the exchange answers. A call without an answer may be a moment's loss, so the server is asked for a sign of life; while there is
 * none the exchange is away, and it is asked again, ever more slowly.
 */
import { createStore } from 'zustand';
import { announceReturn } from '../platform/once-back.ts';

const askTimeoutMs = 5_000;
const delaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** True from the second sign of life in a row that fails until one succeeds: a page that is being left loses one too. */
export const exchangeIsAway = createStore<boolean>()(() => false);

let asking: Promise<void> | undefined;

/** Whether a proxy answers in place of a server that is not there. */
export function isOfProxy(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Asks the server for a sign of life. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(askTimeoutMs) });
    return !isOfProxy(status);
  } catch {
    return false;
  }
}

/** Resolves when the server answers. Call it when it has not. */
export function untilReached(): Promise<void> {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askUntilAnswered(): Promise<void> {
  for (let attempt = 0; !(await serverAnswers()); attempt++) {
    if (attempt > 0) exchangeIsAway.setState(true, true);
    await pause(delaysMs[attempt] ?? (delaysMs.at(-1) as number));
  }
  exchangeIsAway.setState(false, true);
  announceReturn();
}

/** With up to a fifth more at random, so that clients do not come back all at once; over as soon as the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms * (1 + Math.random() / 5));
    addEventListener('online', end);
  });
}
