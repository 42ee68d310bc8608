/** The jobs of listings. */
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import { type ChangeDelivery, deliverLeftOver, type ListingKind } from '../../shards/index.ts';
import { openDue } from './open-due.ts';

const leftOverMs = 5_000;
const openingMs = 1_000;

export interface ListingJobsDeps extends Pick<ChangeDelivery, 'pool' | 'deliver'> {
  /** Of all modules that have some. */
  listings: readonly ListingKind[];
  log: Pick<Logger, 'info' | 'error'>;
}

/** Changes of listings whose operator's process ended before the engine answered, and markets that open at a time. */
export function listingJobs({ listings, log, ...deps }: ListingJobsDeps): Job[] {
  const warn = (message: string) => log.error(message);
  const waiting = new Set<number>();
  return [
    every(openingMs, 'listings.openings', async () => {
      const opened = await openDue({ ...deps, warn, waiting });
      if (opened.length > 0) log.info({ opened }, 'markets were opened at their time');
    }),
    every(leftOverMs, 'listings.left-over', async () => {
      const asked = await deliverLeftOver({ ...deps, warn }, listings);
      if (asked > 0) log.info({ asked }, 'engines asked about changes of listings');
    }),
  ];
}
