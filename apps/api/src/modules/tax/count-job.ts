/** The job that counts a user's tax records, apart from its work. */
import { z } from 'zod';
import { declareJob, enqueue } from '../../jobs/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

export const countTax = declareJob({
  name: 'tax.count',
  payload: z.object({ userId: z.int(), fromBeginning: z.boolean() }),
  isLong: true,
});

export const countKey = (userId: number) => `user:${userId}`;

/** Of one user there is one count: a count from the beginning that waits or runs is not replaced by a shorter one. */
export async function askForCount(tx: Transaction, userId: number, fromBeginning: boolean): Promise<void> {
  const { rows } = await tx.query(
    `SELECT FROM jobs WHERE name = $1 AND key = $2 AND state IN ('waiting', 'running') AND (NOT $3 OR state = 'waiting' AND payload @> '{"fromBeginning": true}')`,
    [countTax.name, countKey(userId), fromBeginning],
  );
  if (rows.length > 0) return;
  await enqueue(tx, countTax, { key: countKey(userId), payload: { userId, fromBeginning } });
}
