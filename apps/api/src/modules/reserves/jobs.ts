/** Jobs of proofs of reserves: one is made each night, and when an operator asks for it; old ones are deleted later in the night. */
import type { Logger } from 'pino';
import { daily, handle, type Job } from '../../jobs/index.ts';
import { openLongPool } from '../../platform/database/index.ts';
import { makeProof } from './make-proof.ts';
import { requestedProof } from './operator.ts';
import { thinOut } from './thin-out.ts';

export interface ReservesJobsDeps {
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
}

/** All balances are read by one statement, which takes longer than a request may. */
export function openReservesJobs({ databaseUrl, log }: ReservesJobsDeps): { jobs: Job[]; close(): Promise<void> } {
  const { pool, close } = openLongPool({ databaseUrl, databasePoolMax: 2 }, log);
  return {
    jobs: [
      daily({ at: '00:30', zone: 'UTC' }, 'reserves.nightly', (run) => makeProof(pool, run), { isLong: true }),
      daily({ at: '03:30', zone: 'UTC' }, 'reserves.thin-out', ({ signal }) => thinOut(pool, signal), { isLong: true }),
      handle(requestedProof, (run) => makeProof(pool, run)),
    ],
    close,
  };
}
