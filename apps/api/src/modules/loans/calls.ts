/** Idempotency keys: a repeated request returns the first result. */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../../platform/database/index.ts';

export interface KeyedCall {
  userId: number;
  /** Undefined: each call counts. */
  key: string | undefined;
  /** What is asked for: another content under the same key is refused. */
  content: readonly unknown[];
}

const hashOf = ({ content }: KeyedCall) => createHash('sha256').update(JSON.stringify(content)).digest();

/**
 * Does the work unless the same call has done it before. The caller has the user's row locked, so that of two calls at once the second finds the first.
 * @param work answers with the offer or loan that it was about
 * @returns that offer or loan, of the first call with this key @throws DomainError repeated_with_other_content, and what the work throws
 */
export async function runOnce(tx: Transaction, call: KeyedCall, work: () => Promise<number>): Promise<number> {
  const first = await findCall(tx, call);
  if (first !== undefined) return first;
  const subjectId = await work();
  await keepCall(tx, call, subjectId);
  return subjectId;
}

/** @throws DomainError repeated_with_other_content */
async function findCall(tx: Transaction, call: KeyedCall): Promise<number | undefined> {
  if (call.key === undefined) return undefined;
  const { rows } = await tx.query<{ subjectId: string; hash: Buffer }>(
    'SELECT subject_id AS "subjectId", content_hash AS hash FROM p2p_calls WHERE user_id = $1 AND idempotency_key = $2',
    [call.userId, call.key],
  );
  const [first] = rows;
  if (!first) return undefined;
  if (!first.hash.equals(hashOf(call))) throw new DomainError('repeated_with_other_content');
  return Number(first.subjectId);
}

async function keepCall(tx: Transaction, call: KeyedCall, subjectId: number): Promise<void> {
  if (call.key === undefined) return;
  await tx.query('INSERT INTO p2p_calls (user_id, idempotency_key, content_hash, subject_id) VALUES ($1, $2, $3, $4)', [
    call.userId,
    call.key,
    hashOf(call),
    subjectId,
  ]);
}
