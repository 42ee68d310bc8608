import type pg from 'pg';
import type { Logger } from 'pino';
import type { SignerClient } from '../signer/index.ts';

/** What a run of payouts works with. */
export interface PayoutDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'addresses' | 'payout' | 'replace' | 'batch' | 'replaceBatch'>;
  log: Pick<Logger, 'warn' | 'error'>;
}
