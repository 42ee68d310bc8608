/** The jobs of listings. */
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import { type ChangeDelivery, deliverLeftOver, type ListingKind } from '../../shards/index.ts';

const leftOverMs = 5_000;

export interface ListingJobsDeps extends Pick<ChangeDelivery, 'pool' | 'deliver'> {
  /** Of all modules that have some. */
  listings: readonly ListingKind[];
  log: Pick<Logger, 'info' | 'error'>;
}

/** Changes of listings whose operator's process ended before the engine answered. */
export function listingJobs({ listings, log, ...deps }: ListingJobsDeps): Job[] {
  return [
    every(leftOverMs, 'listings.left-over', async () => {
      const asked = await deliverLeftOver({ ...deps, warn: (message) => log.error(message) }, listings);
      if (asked > 0) log.info({ asked }, 'engines asked about changes of listings');
    }),
  ];
}
