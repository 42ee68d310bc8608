/** Jobs of the worker: which were given up, and what becomes of them. */
import { z } from 'zod';
import { dropJob, type JobDetails, listJobs, repeatJob, showJob } from '../../../jobs/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { OpsError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

const listedMax = 100;
const refusals = {
  not_found: 'there is no job of this id',
  not_dead: 'only a dead letter is repeated; `jobs show` says what the job is',
  finished: 'the job has finished already',
  replaced: 'a newer job of the same key waits or runs',
} as const;

const id = z.string({ error: '<id> is missing' }).regex(/^\d{1,18}$/, 'must be the number of a job');
const reason = z.string({ error: 'is missing: --reason TEXT' }).min(1).max(500);

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
    if (input.action === 'list') return list(context, input.state);
    if (input.action === 'show') return show(context, input.id);
    const change = input.action === 'repeat' ? repeatJob : dropJob;
    const act = { actor: context.actor, reason: input.reason };
    const refusal = await inTransaction(context.pool, (transaction) => change(transaction, input.id, act));
    if (refusal) throw new OpsError(refusals[refusal]);
    context.print(input.action === 'repeat' ? `job ${input.id} runs again` : `job ${input.id} is dropped`);
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
  const job = await showJob(context.pool, wanted);
  if (!job) throw new OpsError(refusals.not_found);
  context.print(JSON.stringify(job, null, 2));
}
