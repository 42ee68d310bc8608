/** What the calls of operators over HTTP have in common: who calls, how an action is submitted, and what is on record of a look. */
import { DomainError } from '@pelican/shared/contracts';
import type { Requested, SubmittedStatus } from '@pelican/shared/contracts/operations';
import { type ActionDeps, actorOf, type OperatorConsole } from '../../../identity/index.ts';
import { readDeployment, recordAudit } from '../../../platform/database/index.ts';
import { createRateLimit, type Guards, type Principal } from '../../../platform/http/index.ts';
import type { OperatorRequest } from '../requests.ts';
import { submitAction } from '../submit.ts';
import { demandUnclaimed, endClaim } from './claims.ts';

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

  const endClaimOf: OperatorConsole['endClaim'] = (place) =>
    endClaim(pool, place).catch((error: Error) =>
      actions.warn(`a claim ends by itself, not at once (${error.message})`),
    );

  return {
    pool,
    guards,
    callerOf,
    endClaim: endClaimOf,
    async submit({ principal, reply }, action, { place, ...given }) {
      changes.take(principal.userId);
      if (place) await demandUnclaimed(pool, operatorName(principal), place);
      const submitted = await submitAction(actions, await callerOf(principal), action, given);
      if (place) await endClaimOf(place);
      if (submitted.kind === 'done')
        return { status: 'done' as SubmittedStatus, result: submitted.result, effect: submitted.effect };
      reply.code(202);
      return viewRequested(submitted.request);
    },
    async recordLook(principal, look) {
      looks.take(principal.userId);
      await recordAudit(pool, { actor: actorOf(operatorName(principal)), details: {}, ...look });
    },
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
