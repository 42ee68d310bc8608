import type pg from 'pg';
import type { Logger } from 'pino';
import type { SignerClient } from '../signer/index.ts';

/** What a run of sweeps works with. */
export interface SweepDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'coldAddress' | 'sweep' | 'replaceSweep'>;
  log: Pick<Logger, 'warn' | 'error'>;
}
