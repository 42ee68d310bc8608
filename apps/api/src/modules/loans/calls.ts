/** Calls with an Idempotency-Key: what a repeat is about, so that it changes nothing. */
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
 * The caller has the user's row locked, so that of two calls at once the second finds the first.
 * @returns the offer or loan of the call that came with this key before @throws DomainError repeated_with_other_content
 */
export async function findCall(tx: Transaction, call: KeyedCall): Promise<number | undefined> {
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

/** @param subjectId the offer or loan that the call was about */
export async function keepCall(tx: Transaction, call: KeyedCall, subjectId: number): Promise<void> {
  if (call.key === undefined) return;
  await tx.query('INSERT INTO p2p_calls (user_id, idempotency_key, content_hash, subject_id) VALUES ($1, $2, $3, $4)', [
    call.userId,
    call.key,
    hashOf(call),
    subjectId,
  ]);
}
