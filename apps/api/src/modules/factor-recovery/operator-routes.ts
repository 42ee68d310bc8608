/** Recoveries of second factors in the operator console. */
import { DomainError } from '@pelican/shared/contracts';
import { type FactorRecoveryView, factorRecoveryOperatorEndpoints } from '@pelican/shared/contracts/factor-recovery';
import {
  countWaiting,
  type OperatorAction,
  type OperatorConsole,
  type OperatorQueue,
  operatorNameOf,
  outcomeOf,
  type Tokens,
} from '../../identity/index.ts';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { type Call, type HttpServer, serve } from '../../platform/http/index.ts';
import { approveFactorRecovery, type FactorRecoveryDecision, refuseFactorRecovery } from './operator.ts';
import { stopTokenOf } from './service.ts';

const queue = 'factor_recoveries';

/** To approve `recovery`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action = '${approveFactorRecovery.name}' AND payload ->> 'recovery' = recovery.id::text`;

/** Those that no operator has asked to approve yet. */
export const factorRecoveryQueue: OperatorQueue = {
  name: queue,
  permission: 'accounts',
  count: (db) =>
    countWaiting(
      db,
      `requested_at FROM factor_recoveries recovery WHERE status = 'waiting' AND NOT EXISTS (${pendingRequest})`,
    ),
};

type Decision = Pick<
  Call<(typeof factorRecoveryOperatorEndpoints)['POST /v2/ops/factor-recoveries/:id/approve']>,
  'principal' | 'reply' | 'params' | 'body'
>;

export function factorRecoveryOperatorRoutes(
  app: HttpServer,
  operators: OperatorConsole,
  tokens: Pick<Tokens, 'sign'>,
): void {
  const { pool, guards } = operators;

  async function decide<Payload extends FactorRecoveryDecision, Result>(
    { principal, reply, params: { id }, body: { reason } }: Decision,
    action: OperatorAction<Payload, Result>,
    payloadOf: (decision: FactorRecoveryDecision, userId: number) => Payload | Promise<Payload>,
  ) {
    const { email, user_id: userId, request } = await findView(pool, id);
    if (request && action.twoPersons)
      throw new DomainError('request_closed', { message: `Request ${request.id} waits for another operator already.` });
    const given = {
      payload: await payloadOf({ email, recovery: id }, userId),
      reason,
      place: { queue, id: String(id) },
    };
    return outcomeOf(await operators.submit({ principal, reply }, action, given));
  }

  serve(app, guards, factorRecoveryOperatorEndpoints, {
    'GET /v2/ops/factor-recoveries': async ({ query: { status, offset, limit } }) => ({
      ...(await listViews(pool, { isOpen: status === 'open', offset, limit })),
      offset,
      limit,
    }),
    'GET /v2/ops/factor-recoveries/:id': ({ params: { id } }) => findView(pool, id),
    'POST /v2/ops/factor-recoveries/:id/approve': (call) =>
      decide(call, approveFactorRecovery, async (decision, userId) => ({
        ...decision,
        secret: { token: await stopTokenOf(tokens, { id: decision.recovery, userId }) },
      })),
    'POST /v2/ops/factor-recoveries/:id/refuse': (call) => decide(call, refuseFactorRecovery, (decision) => decision),
  });
}

interface ViewRow extends Pick<FactorRecoveryView, 'email' | 'kyc' | 'status'> {
  id: string;
  userId: string;
  requestedAt: Date;
  effectiveAt: Date | null;
  endedAt: Date | null;
  isPhoneShown: boolean | null;
  request: string | null;
  maker: string | null;
}

const select = `SELECT recovery.id, recovery.user_id AS "userId", email, kyc_status AS kyc, recovery.status, recovery.requested_at AS "requestedAt",
    recovery.effective_at AS "effectiveAt", recovery.ended_at AS "endedAt", recovery.phone_shown AS "isPhoneShown", request.id AS request, request.maker
  FROM factor_recoveries recovery JOIN users ON users.id = recovery.user_id
  LEFT JOIN LATERAL (${pendingRequest} AND recovery.status = 'waiting' ORDER BY id LIMIT 1) request ON true`;

async function findView(db: Queryable, id: number): Promise<FactorRecoveryView> {
  const { rows } = await db.query<ViewRow>(`${select} WHERE recovery.id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not_found');
  return view(rows[0]);
}

async function listViews(
  db: Queryable,
  { isOpen, offset, limit }: { isOpen: boolean; offset: number; limit: number },
): Promise<{ result: FactorRecoveryView[]; total: number }> {
  const wanted = `status ${isOpen ? '' : 'NOT '}IN ('waiting', 'approved')`;
  const { rows } = await db.query<ViewRow>(
    `${select} WHERE recovery.${wanted} ORDER BY recovery.id ${isOpen ? '' : 'DESC'} OFFSET $1 LIMIT $2`,
    [offset, limit],
  );
  const total = await countRows(db, `SELECT FROM factor_recoveries WHERE ${wanted}`, [], { offset, limit });
  return { result: rows.map(view), total };
}

function view(found: ViewRow): FactorRecoveryView {
  const { id, userId, requestedAt, effectiveAt, endedAt, isPhoneShown, request, maker, ...row } = found;
  return {
    ...row,
    id: Number(id),
    user_id: Number(userId),
    requested: requestedAt.getTime() / 1000,
    effective: effectiveAt && effectiveAt.getTime() / 1000,
    ended: endedAt && endedAt.getTime() / 1000,
    phone_shown: isPhoneShown,
    request: maker === null ? null : { id: Number(request), maker: operatorNameOf(maker) },
  };
}
