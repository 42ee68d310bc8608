/** The job that counts a user's tax records, apart from its work. */
import { z } from 'zod';
import { declareJob, enqueue } from '../../jobs/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

export const countTax = declareJob({
  name: 'tax.count',
  payload: z.object({ userId: z.int(), fromBeginning: z.boolean() }),
  owner: ({ userId }) => userId,
});

/** Between two counts of a user from the beginning. */
const wholeMinutes = 10;

const newKey = (userId: number) => `user:${userId}`;
/** Two, in turn: a job under the key of a running one would cancel it, and a count that runs is left to end. */
const wholeKeys = (userId: number) => [`user:${userId}:whole`, `user:${userId}:whole:next`];

export const countKeys = (userId: number) => [newKey(userId), ...wholeKeys(userId)];

interface OpenCount {
  key: string;
  isRunning: boolean;
  isDue: boolean;
}

/** The rows are locked: a count that waits does not begin before the caller's commit, so it counts with what the caller writes. */
async function openCounts(tx: Transaction, userId: number): Promise<OpenCount[]> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`tax-count:${userId}`]);
  const { rows } = await tx.query<OpenCount>(
    `SELECT key, state = 'running' AS "isRunning", due_at <= now() AS "isDue" FROM jobs
      WHERE name = $1 AND key = ANY($2) AND state IN ('waiting', 'running') FOR UPDATE`,
    [countTax.name, countKeys(userId)],
  );
  return rows;
}

/** Counts what is new, unless a count does it already. */
export async function askForCount(tx: Transaction, userId: number): Promise<void> {
  const open = await openCounts(tx, userId);
  const key = newKey(userId);
  if (open.some((job) => job.key === key || job.isRunning || job.isDue)) return;
  await enqueue(tx, countTax, { key, payload: { userId, fromBeginning: false } });
}

/** Counts from the beginning: at once, or as soon as the last such count is old enough. One that waits serves all who ask. */
export async function askForWholeCount(tx: Transaction, userId: number): Promise<void> {
  const keys = wholeKeys(userId);
  const open = (await openCounts(tx, userId)).filter((job) => keys.includes(job.key));
  if (open.some(({ isRunning }) => !isRunning)) return;
  const key = keys.find((one) => open.every((job) => job.key !== one));
  if (key === undefined) return;
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT greatest(now(), (CASE WHEN $2 THEN now() ELSE counted_whole_at END) + make_interval(mins => ${wholeMinutes})) AS at
      FROM (SELECT) AS always LEFT JOIN tax_cursors ON user_id = $1`,
    [userId, open.length > 0],
  );
  await enqueue(tx, countTax, { key, at: rows[0]?.at ?? new Date(), payload: { userId, fromBeginning: true } });
}

/** Whether one of the keys `keys` (an expression of SQL) has a count that runs or is about to. */
export const isCounting = (keys: string) =>
  `EXISTS (SELECT FROM jobs WHERE name = '${countTax.name}' AND key = ANY(${keys})
    AND (state = 'running' OR state = 'waiting' AND due_at <= now() + interval '1 minute'))`;
