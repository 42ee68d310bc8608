/** Long jobs of users: one of a user runs at a time, users take turns, and the exchange's own long jobs wait for none of them. */
import { randomUUID } from 'node:crypto';
import { declareJob, handle } from '@pelican/api/src/jobs/define.ts';
import { enqueue } from '@pelican/api/src/jobs/enqueue.ts';
import { claimJob, findDueJobs } from '@pelican/api/src/jobs/job-rows.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../scripts/services/process.ts';
import { count, hasState, openJobsForFile, pool, startWorker, waitMs } from '../../support/jobs-of-a-test.ts';

openJobsForFile();

const file = declareJob({
  name: 'test.file',
  payload: z.object({ userId: z.int(), text: z.string() }),
  owner: ({ userId }) => userId,
});
const ask = (userId: number, text: string) =>
  inTransaction(pool, (tx) => enqueue(tx, file, { payload: { userId, text } }));
const due = async () => (await findDueJobs(pool, [file.name], 200)).map(({ id }) => id);
const claim = (id: string) => claimJob(pool, id, [file.name], randomUUID());

test('of each user one job goes to the queue, whatever one of them has asked for, and none while one runs', async () => {
  const ofAlice = [await ask(1, 'a1'), await ask(1, 'a2'), await ask(1, 'a3')];
  const ofBob = await ask(2, 'b1');
  expect(await due()).toEqual([ofAlice[0], ofBob]);
  expect(await claim(ofAlice[0] as string)).toMatchObject({ id: ofAlice[0] });
  expect(await due()).toEqual([ofBob]);
  expect(await claim(ofAlice[1] as string)).toBeUndefined();
  expect(await claim(ofBob)).toMatchObject({ id: ofBob });
  await pool.query(`UPDATE jobs SET state = 'done', run_id = NULL WHERE id = $1`, [ofAlice[0]]);
  expect(await due()).toEqual([ofAlice[1]]);
});

test('two workers that take jobs of one user at once run one of them', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(1, `${n}`)));
  const taken = await Promise.allSettled(ids.map(claim));
  expect(taken.filter((one) => one.status === 'fulfilled' && one.value !== undefined)).toHaveLength(1);
});

test('a user with many long jobs holds up neither another user nor the exchange', async () => {
  const order: string[] = [];
  let ofAlice = 0;
  let mostOfAlice = 0;
  const goOn = Promise.withResolvers<void>();
  const write = handle(file, async ({ payload: { userId, text } }) => {
    if (userId === 1) mostOfAlice = Math.max(mostOfAlice, ++ofAlice);
    if (userId === 1) await goOn.promise;
    if (userId === 1) ofAlice--;
    order.push(text);
  });
  const proof = handle(count, async () => {
    order.push('proof');
  });
  for (const text of ['a1', 'a2', 'a3']) await ask(1, text);
  startWorker(write, proof);
  startWorker(write, proof);
  await until('one of hers runs', async () => ofAlice === 1, waitMs);
  await hasState(await ask(2, 'b1'), 'done');
  await hasState(await inTransaction(pool, (tx) => enqueue(tx, count, { payload: { to: 1 } })), 'done');
  expect(order).toEqual(['b1', 'proof']);
  goOn.resolve();
  await until('all ran', async () => order.length === 5, waitMs);
  expect(order.slice(2)).toEqual(['a1', 'a2', 'a3']);
  expect(mostOfAlice).toBe(1);
});
