/** Requests over HTTP: what waits for the caller, and the second person's decision. */
import { DomainError } from '@pelican/shared/contracts';
import type { operationsEndpoints, RequestView } from '@pelican/shared/contracts/operations';
import {
  type ActionDeps,
  actorOf,
  type OperatorAction,
  type OperatorConsole,
  operatorNameOf,
  warningOf,
} from '../../../identity/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { Handlers, Principal } from '../../../platform/http/index.ts';
import { shownPayload } from '../payloads.ts';
import { approveRequest, findRequest, listRequests, type OperatorRequest, rejectRequest } from '../requests.ts';
import { findTwoPersonAction, twoPersonActions } from '../two-person-actions.ts';
import { operatorName } from './operator-console.ts';

type Calls =
  | 'GET /v2/ops/requests'
  | 'GET /v2/ops/requests/:id'
  | 'POST /v2/ops/requests/:id/approve'
  | 'POST /v2/ops/requests/:id/reject';

export function approvalHandlers(
  operators: OperatorConsole,
  actions: ActionDeps,
): Pick<Handlers<typeof operationsEndpoints>, Calls> {
  const { pool } = operators;

  /** @throws DomainError not_found: there is none, or it is not for this operator */
  async function findFor(principal: Principal, id: number): Promise<OperatorRequest> {
    const request = await findRequest(pool, id);
    const { maker, actions: decided } = scopeOf(principal);
    if (request.maker === maker || decided.includes(request.action)) return request;
    throw new DomainError('not_found', { message: `There is no request ${id}.` });
  }

  return {
    'GET /v2/ops/requests': async ({ principal, query: { status, offset, limit } }) => {
      const page = { ...scopeOf(principal), isPending: status === 'pending', offset, limit };
      const { requests, total } = await listRequests(pool, page);
      return { result: requests.map((request) => view(principal, request)), total, offset, limit };
    },
    'GET /v2/ops/requests/:id': async ({ principal, params: { id } }) => view(principal, await findFor(principal, id)),
    'POST /v2/ops/requests/:id/approve': async ({ principal, params: { id }, body: { hash, reason } }) => {
      const { action } = await findFor(principal, id);
      const wanted = actionOf(action);
      if (!wanted) throw new DomainError('not_found', { message: `This release knows no action ${action}.` });
      const caller = await operators.callerOf(principal);
      const { effect } = await approveRequest(actions, wanted, { id, caller, payloadHash: hash, reason });
      await operators.endClaim(placeOf(id));
      return { status: 'done' as const, warning: warningOf(effect) };
    },
    'POST /v2/ops/requests/:id/reject': async ({ principal, params: { id }, body: { reason } }) => {
      const { action } = await findFor(principal, id);
      const caller = await operators.callerOf(principal);
      const given = { id, caller, action: actionOf(action), reason };
      await inTransaction(pool, (tx) => rejectRequest(tx, given));
      await operators.endClaim(placeOf(id));
      return { status: 'done' as const };
    },
  };
}

const placeOf = (id: number) => ({ queue: 'approvals', id: String(id) });

/** Of the requests that an operator sees: their own, and those of actions that they may approve. */
export function scopeOf(principal: Pick<Principal, 'operator'>): { maker: string; actions: string[] } {
  const permitted = Object.values(twoPersonActions).filter(({ permission }) =>
    principal.operator?.permissions.has(permission),
  );
  return { maker: actorOf(operatorName(principal)), actions: permitted.map(({ name }) => name) };
}

function actionOf(name: string): OperatorAction<unknown, unknown, unknown> | undefined {
  const place = findTwoPersonAction(name);
  return place && twoPersonActions[place];
}

function view(principal: Principal, request: OperatorRequest): RequestView {
  const { id, action, payload, payloadHash, reason, maker, checker, createdAt, expiresAt, status } = request;
  return {
    id,
    action,
    payload: shownPayload(payload),
    hash: payloadHash,
    reason,
    maker: operatorNameOf(maker),
    checker: checker === null ? null : operatorNameOf(checker),
    status: status === 'pending' && expiresAt.getTime() <= Date.now() ? 'expired' : status,
    created: createdAt.getTime() / 1000,
    expires: expiresAt.getTime() / 1000,
    permission: actionOf(action)?.permission ?? null,
    mine: maker === actorOf(operatorName(principal)),
  };
}
