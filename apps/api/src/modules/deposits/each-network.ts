/** Runs over all networks, in which one that does not answer holds up no other, nor the next run. */
import type { Logger } from 'pino';
import { every, type IntervalJob } from '../../jobs/index.ts';
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

interface NetworksJob {
  everyMs: number;
  name: string;
  log: Pick<Logger, 'error'>;
}

/**
 * An interval job over the networks. Its run ends after two seconds, so that the next one serves the others while a network that takes long
 * goes on; a failure after that is logged here, and `drained` waits for what goes on.
 */
export function everyForNetworks(
  { everyMs, name, log }: NetworksJob,
  run: (busy: Set<number>) => Promise<void>,
): IntervalJob {
  const busy = new Set<number>();
  const underWay = new Set<Promise<void>>();

  async function work(): Promise<void> {
    const patience = Promise.withResolvers<void>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      patience.resolve();
    }, patienceMs);
    const begun: Promise<void> = run(busy)
      .catch((error: unknown) => {
        if (!isLate) throw error;
        log.error({ err: error, job: name }, 'job failed after its run had ended; it runs again');
      })
      .finally(() => {
        clearTimeout(timer);
        underWay.delete(begun);
      });
    underWay.add(begun);
    await Promise.race([begun, patience.promise]);
  }

  return {
    ...every(everyMs, name, work),
    async drained() {
      await Promise.allSettled(underWay);
    },
  };
}
