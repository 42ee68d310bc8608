/** Jobs of the worker: which were given up, and what becomes of them. */
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { dropJob, type JobDetails, listJobs, repeatJob, showJob } from '../../../jobs/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { formatTable } from '../output.ts';
import { submit } from '../submit-action.ts';

const listedMax = 100;

const id = z.string({ error: '<id> is missing' }).regex(/^\d{1,18}$/, 'must be the number of a job');
const reason = z.string({ error: 'is missing: --reason TEXT' }).pipe(plainText.max(500));

export const jobs = defineCommand({
  name: 'jobs',
  usage: 'list [--state dead] | show <id> | repeat <id> --reason TEXT | drop <id> --reason TEXT',
  summary: 'Jobs that were given up (or of another state): list, read, repeat, drop',
  arguments: ['action', 'id'],
  options: { state: { type: 'string' }, reason: { type: 'string' } },
  input: z.discriminatedUnion(
    'action',
    [
      z.strictObject({
        action: z.literal('list'),
        state: z.enum(['waiting', 'running', 'done', 'dead', 'cancelled']).default('dead'),
      }),
      z.strictObject({ action: z.literal('show'), id }),
      z.strictObject({ action: z.literal('repeat'), id, reason }),
      z.strictObject({ action: z.literal('drop'), id, reason }),
    ],
    { error: 'say list, show, repeat or drop' },
  ),
  async run(context, input) {
    if (input.action === 'list') {
      await list(context, input.state);
      return 0;
    }
    if (input.action === 'show') {
      await show(context, input.id);
      return 0;
    }
    const change = input.action === 'repeat' ? repeatJob : dropJob;
    return submit(context, change, {
      payload: { id: input.id },
      reason: input.reason,
      finish(_, payload) {
        context.print(input.action === 'repeat' ? `job ${payload.id} runs again` : `job ${payload.id} is dropped`);
      },
    });
  },
});

async function list(context: OpsContext, state: JobDetails['state']): Promise<void> {
  const found = await listJobs(context.pool, state, listedMax);
  if (found.length === 0) return context.print(`no job is ${state}`);
  const lines = formatTable(
    ['id', 'job', 'key', 'attempts', 'due', 'error'],
    found.map((job) => [job.id, job.name, job.key, job.attempts, job.dueAt.toISOString(), job.error]),
  );
  for (const line of lines) context.print(line);
}

async function show(context: OpsContext, wanted: string): Promise<void> {
  context.print(JSON.stringify(await showJob(context.pool, wanted), null, 2));
}
