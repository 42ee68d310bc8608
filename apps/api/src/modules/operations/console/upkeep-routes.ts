/** Jobs that were given up and messages that failed, over HTTP. */
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import { type OperatorConsole, outcomeOf, outcomeWith } from '../../../identity/index.ts';
import { countJobs, dropJob, type JobLine, listJobs, repeatJob, showJob } from '../../../jobs/index.ts';
import { countFailedMessages, dropMessages, failedMessages, repeatMessages } from '../../../notices/index.ts';
import type { Handlers } from '../../../platform/http/index.ts';

type Calls =
  | 'GET /v2/ops/jobs'
  | 'GET /v2/ops/jobs/:id'
  | 'POST /v2/ops/jobs/:id/repeat'
  | 'POST /v2/ops/jobs/:id/drop'
  | 'GET /v2/ops/messages'
  | 'POST /v2/ops/messages/repeat'
  | 'POST /v2/ops/messages/drop';

export function upkeepHandlers(operators: OperatorConsole): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;
  return {
    'GET /v2/ops/jobs': async ({ query: { offset, limit } }) => {
      const [jobs, total] = await Promise.all([listJobs(pool, 'dead', limit, offset), countJobs(pool, 'dead')]);
      return { result: jobs.map(viewJob), total, offset, limit };
    },
    'GET /v2/ops/jobs/:id': async ({ params: { id } }) => {
      const { createdAt, finishedAt, payload, steps, error, ...job } = await showJob(pool, id);
      return {
        ...viewJob({ ...job, error: error?.split('\n')[0] ?? null }),
        payload,
        trace: error,
        created: createdAt.getTime() / 1000,
        finished: finishedAt && finishedAt.getTime() / 1000,
        steps,
      };
    },
    'POST /v2/ops/jobs/:id/repeat': async ({ principal, reply, params, body: { reason } }) =>
      outcomeOf(
        await operators.submit({ principal, reply }, repeatJob, { payload: params, reason, place: jobPlace(params) }),
      ),
    'POST /v2/ops/jobs/:id/drop': async ({ principal, reply, params, body: { reason } }) =>
      outcomeOf(
        await operators.submit({ principal, reply }, dropJob, { payload: params, reason, place: jobPlace(params) }),
      ),
    'GET /v2/ops/messages': async ({ query: { offset, limit } }) => {
      const [messages, total] = await Promise.all([failedMessages(pool, limit, offset), countFailedMessages(pool)]);
      return {
        result: messages.map(({ nextAttemptAt, ...message }) => ({
          ...message,
          next: nextAttemptAt && nextAttemptAt.getTime() / 1000,
        })),
        total,
        offset,
        limit,
      };
    },
    'POST /v2/ops/messages/repeat': async ({ principal, reply, body: { which, reason } }) => {
      const given = { payload: { which }, reason, ...messagePlace(which) };
      return outcomeWith(await operators.submit({ principal, reply }, repeatMessages, given), (count) => ({ count }));
    },
    'POST /v2/ops/messages/drop': async ({ principal, reply, body: { which, reason } }) => {
      const given = { payload: { which }, reason, ...messagePlace(which) };
      return outcomeWith(await operators.submit({ principal, reply }, dropMessages, given), (count) => ({ count }));
    },
  };
}

const jobPlace = ({ id }: { id: string }) => ({ queue: 'jobs', id });
/** All of them are nobody's claim. */
const messagePlace = (which: string) => (which === 'all' ? {} : { place: { queue: 'messages', id: which } });

function viewJob({ id, name, key, attempts, dueAt, error }: Omit<JobLine, 'state'>) {
  return { id, name, key, attempts, due: dueAt.getTime() / 1000, error };
}
