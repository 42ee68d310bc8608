/** Who is signed in, what waits, and who works on it. */
import { DomainError } from '@pelican/shared/contracts';
import { type operationsEndpoints, permissions } from '@pelican/shared/contracts/operations';
import { type OperatorConsole, operatorMinutes, outcomeWith } from '../../../identity/index.ts';
import type { Handlers, Principal } from '../../../platform/http/index.ts';
import { defaultHoldSeconds, setIndex } from '../../../ticker/index.ts';
import { claim, readClaims, release } from './claims.ts';
import { operatorName } from './operator-console.ts';
import { operatorQueues } from './queues.ts';

type Calls =
  | 'GET /v2/ops/me'
  | 'GET /v2/ops/queues'
  | 'POST /v2/ops/claims'
  | 'POST /v2/ops/claims/release'
  | 'POST /v2/ops/index';

export function queueHandlers(operators: OperatorConsole): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;
  return {
    'GET /v2/ops/me': async ({ principal }) => {
      const { twoPersons } = await operators.callerOf(principal);
      const { authTimeMs = 0, operator } = principal;
      return {
        name: operatorName(principal),
        permissions: permissions.filter((one) => operator?.permissions.has(one)),
        two_persons: twoPersons,
        fresh_until: authTimeMs / 1000 + operatorMinutes * 60,
      };
    },
    'GET /v2/ops/queues': async ({ principal }) => {
      const queues = visibleQueues(principal);
      const claims = await readClaims(
        pool,
        queues.map(({ name }) => name),
      );
      const states = await Promise.all(queues.map((queue) => queue.count(pool, principal)));
      return {
        result: queues.map(({ name }, at) => ({
          queue: name,
          count: states[at]?.count ?? 0,
          oldest: secondsOf(states[at]?.oldest),
          claims: claims.get(name) ?? [],
        })),
      };
    },
    'POST /v2/ops/claims': async ({ principal, body }) => {
      demandQueue(principal, body.queue);
      return {
        status: 'done' as const,
        expires: (await claim(pool, operatorName(principal), body)).getTime() / 1000,
      };
    },
    'POST /v2/ops/claims/release': async ({ principal, body }) => {
      demandQueue(principal, body.queue);
      await release(pool, operatorName(principal), body);
      return { status: 'done' as const };
    },
    'POST /v2/ops/index': async ({ principal, reply, body: { market, price, hold = defaultHoldSeconds, reason } }) => {
      const payload = { market, price, holdSeconds: hold };
      const answer = await operators.submit({ principal, reply }, setIndex, { payload, reason });
      return outcomeWith(answer, () => ({ market, price, hold }));
    },
  };
}

function visibleQueues({ operator }: Principal) {
  return operatorQueues.filter(({ permission }) => permission === undefined || operator?.permissions.has(permission));
}

/** @throws DomainError not_found: there is no such queue, or it is not for this operator */
function demandQueue(principal: Principal, name: string): void {
  if (!visibleQueues(principal).some((queue) => queue.name === name)) throw new DomainError('not_found');
}

function secondsOf(date: Date | null | undefined): number | null {
  return date ? date.getTime() / 1000 : null;
}
