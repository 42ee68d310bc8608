/** Jobs of the chart of accounts' values: see docs/decisions/0117-the-value-of-an-account-over-time.md. */
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import { openLongPool } from '../../platform/database/index.ts';
import { takeSnapshot } from './snapshots.ts';

export interface PortfolioJobsDeps {
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
}

/** An hour is written at most so long after its beginning. */
const everyMs = 30_000;

/** All balances of a busy exchange take longer than a request may: on a connection of its own, which is rolled back when the process ends. */
export function openPortfolioJobs({ databaseUrl, log }: PortfolioJobsDeps): { jobs: Job[]; close(): Promise<void> } {
  const { pool, close } = openLongPool({ databaseUrl, databasePoolMax: 1 }, log);
  return {
    jobs: [every(everyMs, 'portfolio.snapshot', async () => void (await takeSnapshot(pool)))],
    close,
  };
}
