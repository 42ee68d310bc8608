import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does something again and again, `ms` after the last time has ended, first after `ms`; a failure does not end it. It keeps no process
 * running. @returns a function that ends it
 */
export function pollEvery(ms: number, work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  void (async () => {
    while (!signal.aborted) {
      await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await work().catch(onError);
    }
  })();
  return () => stopping.abort();
}
