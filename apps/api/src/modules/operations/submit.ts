/** The way to every action of an operator: at once, or as a request that another operator approves. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type ActionDeps,
  countOperatorAdmins,
  demandCaller,
  demandOther,
  lockOperators,
  type OperatorAction,
  type OperatorCaller,
  operatorAdminsMin,
} from '../../identity/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type Completed, completeAction } from './complete.ts';
import { askedPayload } from './payloads.ts';
import { makeRequest, type OperatorRequest } from './requests.ts';

export type Submitted<Payload, Result, Effect> =
  | ({ kind: 'done' } & Completed<Payload, Result, Effect>)
  | { kind: 'requested'; request: OperatorRequest };

/**
 * Does the action, or asks for it where it takes two persons.
 * @param given.reason demanded where money and rights take two persons, unless the action explains itself
 * @throws DomainError forbidden, invalid_argument (no reason), and what the action throws
 */
export async function submitAction<Payload, Result, Effect>(
  deps: ActionDeps,
  caller: OperatorCaller,
  action: OperatorAction<Payload, Result, Effect>,
  given: Given<Payload>,
): Promise<Submitted<Payload, Result, Effect>> {
  const { payload, reason } = given;
  const done = await inTransaction(deps.pool, (tx) => runOrRequest(tx, caller, action, given));
  if (done.kind === 'requested') return done;
  const act = { actor: caller.actor, reason };
  return { kind: 'done', ...(await completeAction(deps, action, { act, payload, result: done.result })) };
}

interface Given<Payload> {
  payload: Payload;
  reason: string | undefined;
}

async function runOrRequest<Payload, Result, Effect>(
  tx: Transaction,
  caller: OperatorCaller,
  action: OperatorAction<Payload, Result, Effect>,
  { payload, reason }: Given<Payload>,
): Promise<{ kind: 'done'; result: Result } | { kind: 'requested'; request: OperatorRequest }> {
  const act = { actor: caller.actor, reason };
  if (action.about && action.neverAboutOneself) await demandOther(tx, caller.actor, action.about(payload));
  if (caller.twoPersons) {
    if (!action.explainsItself?.(payload)) demandReason(reason);
    if (!(action.bootstraps && (await isBootstrapping(tx)))) {
      await demandCaller(tx, caller, action.permission);
      if (action.twoPersons && !(await action.isForOne?.(tx, payload, caller.actor))) {
        // Its locks outlast the trial's, which end with the savepoint: what the maker has read is compared with what is bound.
        const wanted = await askedPayload(tx, action, payload);
        await tryOut(tx, () => action.run(tx, act, payload));
        // Where it may be missing, the payload says why.
        const asked = { action, payload: wanted, maker: caller.actor, reason: reason ?? '' };
        const request = await makeRequest(tx, asked);
        return { kind: 'requested', request };
      }
    }
  }
  return { kind: 'done', result: await action.run(tx, act, payload) };
}

/** @throws DomainError invalid_argument */
function demandReason(reason: string | undefined): void {
  if (reason === undefined) throw new DomainError('invalid_argument', { message: 'a reason is missing' });
}

async function isBootstrapping(tx: Transaction): Promise<boolean> {
  await lockOperators(tx);
  return (await countOperatorAdmins(tx)).made < operatorAdminsMin;
}

/** A request for what cannot be done is refused to its maker, not to the operator who approves it. */
async function tryOut(tx: Transaction, act: () => Promise<unknown>): Promise<void> {
  await tx.query('SAVEPOINT tried');
  await act();
  await tx.query('ROLLBACK TO SAVEPOINT tried');
}
