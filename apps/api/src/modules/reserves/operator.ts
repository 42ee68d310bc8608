/** What operators do about proofs of reserves. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import { declareJob, enqueue } from '../../jobs/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

export const requestedProof = declareJob({ name: 'reserves.requested', payload: z.object({}), isLong: true });

/** @throws DomainError request_closed: one is being made */
export const requestProof: OperatorAction<Record<string, never>, void> = {
  name: 'reserves.prove',
  permission: 'money',
  twoPersons: false,
  explainsItself: () => true,
  payload: z.strictObject({}),
  async run(tx, act) {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('reserves.prove'))`);
    const { rowCount } = await tx.query(`SELECT FROM jobs WHERE name = $1 AND state IN ('waiting', 'running')`, [
      requestedProof.name,
    ]);
    if (rowCount) throw new DomainError('request_closed', { message: 'A proof is being made already.' });
    await enqueueProof(tx);
    await recordAct(tx, act, { action: 'reserves.proof_requested', subject: 'reserves' });
  },
};

/** A proof is made after the commit, beside those of each night. */
export async function enqueueProof(tx: Transaction): Promise<void> {
  await enqueue(tx, requestedProof, { key: 'all', payload: {} });
}
