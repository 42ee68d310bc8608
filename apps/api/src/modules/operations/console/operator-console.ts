/** What the calls of operators over HTTP have in common: who calls, how an action is submitted, and what is on record of a look. */
import { DomainError } from '@pelican/shared/contracts';
import type { Requested, SubmittedStatus } from '@pelican/shared/contracts/operations';
import { type ActionDeps, actorOf, type OperatorConsole } from '../../../identity/index.ts';
import { type AuditEntry, type Queryable, readDeployment, recordAudit } from '../../../platform/database/index.ts';
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
    async recordLook(principal, look, { onceInMinutes } = {}) {
      const entry = { actor: actorOf(operatorName(principal)), details: {}, ...look };
      if (onceInMinutes !== undefined && (await isRecorded(pool, entry, onceInMinutes))) return;
      looks.take(principal.userId);
      await recordAudit(pool, entry);
    },
  };
}

async function isRecorded(
  pool: Queryable,
  { actor, action, subject }: Pick<AuditEntry, 'actor' | 'action' | 'subject'>,
  minutes: number,
): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM audit_records WHERE subject = $1 AND actor = $2 AND action = $3
        AND created_at > now() - make_interval(mins => $4) LIMIT 1`,
    [subject, actor, action, minutes],
  );
  return rows.length > 0;
}

/** @throws DomainError forbidden: no operator has signed in */
export function operatorName({ operator }: Pick<Principal, 'operator'>): string {
  if (!operator) throw new DomainError('forbidden');
  return operator.name;
}

function viewRequested({ id, action, payloadHash, expiresAt }: OperatorRequest): Requested {
  return { status: 'requested', request: { id, action, hash: payloadHash, expires: expiresAt.getTime() / 1000 } };
}
