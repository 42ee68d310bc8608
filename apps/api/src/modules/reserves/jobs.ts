/** Jobs of proofs of reserves: each night, and when an operator asks for one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { daily, handle, type Job } from '../../jobs/index.ts';
import { createLongPool } from '../../platform/database/index.ts';
import { makeProof } from './make-proof.ts';
import { requestedProof } from './operator.ts';

export interface ReservesJobsDeps {
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
}

const closeMsMax = 1_000;

/** All balances are read by one statement, which takes longer than a request may. */
export function openReservesJobs({ databaseUrl, log }: ReservesJobsDeps): { jobs: Job[]; close(): Promise<void> } {
  const pool = createLongPool({ databaseUrl, databasePoolMax: 1 }, log);
  return {
    jobs: [
      daily({ at: '00:30', zone: 'UTC' }, 'reserves.nightly', (run) => makeProof(pool, run), { isLong: true }),
      handle(requestedProof, (run) => makeProof(pool, run)),
    ],
    close: () => Promise.race([pool.end(), delay(closeMsMax)]),
  };
}
