/** Runs over all networks, in which one that does not answer holds up no other, nor the next run. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Queryable } from '../../platform/database/index.ts';
import { findNetworks, type WatchedNetwork } from './networks.ts';

/** Then the others are due again. */
const patienceMs = 2_000;

export interface NetworkRun {
  pool: Queryable;
  log: Pick<Logger, 'error'>;
  /** Of a failure, in the log. */
  failed: string;
  /** Ids of networks whose work of a run before is not at its end: they are left out. */
  busy: Set<number>;
}

export async function eachNetwork(
  { pool, log, failed, busy }: NetworkRun,
  work: (network: WatchedNetwork) => Promise<void>,
): Promise<void> {
  const free = (await findNetworks(pool)).filter(({ id }) => !busy.has(id));
  await Promise.all(
    free.map(async (network) => {
      busy.add(network.id);
      try {
        await work(network);
      } catch (error) {
        log.error({ err: error, network: network.key }, failed);
      } finally {
        busy.delete(network.id);
      }
    }),
  );
}

/** The work of an interval job: a network that takes long goes on alone while the next runs serve the others. */
export function apart(run: (busy: Set<number>) => Promise<void>): () => Promise<void> {
  const busy = new Set<number>();
  return async () => {
    const patience = new AbortController();
    const waited = delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([run(busy), waited]).finally(() => patience.abort());
  };
}
