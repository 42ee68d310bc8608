/** What the calls of operators over HTTP have in common: who calls, how an action is submitted, and what is on record of a look. */
import { DomainError } from '@pelican/shared/contracts';
import type { Requested } from '@pelican/shared/contracts/operations';
import { type ActionDeps, actorOf, type OperatorConsole } from '../../../identity/index.ts';
import { readDeployment, recordAudit } from '../../../platform/database/index.ts';
import { createRateLimit, type Guards, type Principal } from '../../../platform/http/index.ts';
import type { OperatorRequest } from '../requests.ts';
import { submitAction } from '../submit.ts';
import { demandUnclaimed } from './claims.ts';

/** Of an operator, in each process: far more than a person does, and little for a stolen session. */
const changesPerMinute = 60;
const looksPerMinute = 60;

/** @param deps.actions with the pool of the operators' role */
export function createOperatorConsole({ actions, guards }: { actions: ActionDeps; guards: Guards }): OperatorConsole {
  const changes = createRateLimit<number>(changesPerMinute / 60, changesPerMinute);
  const looks = createRateLimit<number>(looksPerMinute / 60, looksPerMinute);
  const { pool } = actions;

  const callerOf: OperatorConsole['callerOf'] = async (principal) => {
    const { twoPersons } = await readDeployment(pool);
    return { actor: actorOf(operatorName(principal)), twoPersons };
  };

  return {
    pool,
    guards,
    callerOf,
    async submit({ principal, reply }, action, given) {
      changes.take(principal.userId);
      const submitted = await submitAction(actions, await callerOf(principal), action, given);
      if (submitted.kind === 'done') return { status: 'done', result: submitted.result, effect: submitted.effect };
      reply.code(202);
      return viewRequested(submitted.request);
    },
    async recordLook(principal, look) {
      looks.take(principal.userId);
      await recordAudit(pool, { actor: actorOf(operatorName(principal)), details: {}, ...look });
    },
    demandUnclaimed: (principal, place) => demandUnclaimed(pool, operatorName(principal), place),
  };
}

/** @throws DomainError forbidden: no operator has signed in */
export function operatorName({ operator }: Pick<Principal, 'operator'>): string {
  if (!operator) throw new DomainError('forbidden');
  return operator.name;
}

function viewRequested({ id, action, payloadHash, expiresAt }: OperatorRequest): Requested {
  return { status: 'requested', request: { id, action, hash: payloadHash, expires: expiresAt.getTime() / 1000 } };
}
