/** Withdrawals as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type {
  PayoutAction,
  WithdrawalCase,
  WithdrawalCaseState,
  WithdrawalDetail,
} from '@pelican/shared/contracts/withdrawals';
import { countWaiting, findRecentFactors, type OperatorQueue, operatorNameOf } from '../../identity/index.ts';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { isUndone } from './finished-payout.ts';
import { isLostForLong } from './lost-outputs.ts';
import { approveWithdrawal, isForTwo } from './operator-actions.ts';
import { failPayout, isRetryable, payByHand, retryPayout, settleDoubled } from './operator-payouts.ts';
import { isDoubled, providerReference } from './provider-payouts.ts';
import { selectWhere, type Withdrawal } from './repository.ts';
import { othersOfDay } from './risks.ts';
import { isUntaken, viewWithdrawal } from './view.ts';

const { unconfirmedByAdmin, inProcess, sent, successful, successfulManual, unsuccessful, canceledByValidation } =
  paymentStatus;
const inStatus = (...statuses: number[]) => `withdrawal.status IN (${statuses.join(', ')})`;
/** Of a provider that has paid in vain. */
const hasDoubled = `EXISTS (SELECT FROM provider_payouts WHERE withdrawal_id = withdrawal.id AND ${isDoubled})`;
const stuck = `${inStatus(inProcess, sent)} AND withdrawal.payout_problem IS NOT NULL`;
/** It was finished, and a re-organisation has taken its block: what is not mined again within hours may never be. */
const hasLostBlock = `EXISTS (SELECT FROM finished_payouts WHERE withdrawal_id = withdrawal.id AND lost_at < now() - interval '1 hour')`;
const stateIs: Record<WithdrawalCaseState, string> = {
  waiting: inStatus(unconfirmedByAdmin),
  stuck: `(${stuck} OR ${hasDoubled} OR ${hasLostBlock})`,
  paying: inStatus(inProcess, sent),
  finished: inStatus(successful, successfulManual),
  refused: inStatus(canceledByValidation, unsuccessful),
};
/** What is tried again by itself is nobody's work before it has lasted for a day. */
const needsOperator = `(${stateIs.waiting} OR (${stuck} AND (payout_next_at IS NULL OR confirmed_at < now() - interval '1 day')) OR ${hasDoubled} OR ${hasLostBlock})`;

const requestable = [approveWithdrawal, failPayout, retryPayout, payByHand, settleDoubled]
  .map(({ name }) => `'${name}'`)
  .join(', ');
/** About `withdrawal`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action IN (${requestable}) AND payload ->> 'withdrawal' = withdrawal.id::text`;

/** Withdrawals that wait for a decision, and about which no operator has asked for one yet. */
export const withdrawalsQueue: OperatorQueue = {
  name: 'withdrawals',
  permission: 'money',
  count: (db) =>
    countWaiting(
      db,
      `confirmed_at FROM withdrawals withdrawal WHERE ${needsOperator} AND NOT EXISTS (${pendingRequest})`,
    ),
};

export async function listWithdrawalCases(
  db: Queryable,
  { state, search = '', offset, limit }: { state: WithdrawalCaseState; search?: string; offset: number; limit: number },
): Promise<{ result: WithdrawalCase[]; total: number }> {
  const order = state === 'waiting' || state === 'stuck' ? 'withdrawal.id' : 'withdrawal.id DESC';
  const wanted = search === '' ? stateIs[state] : 'withdrawal.id = ANY ($1::bigint[])';
  const values = search === '' ? [] : [await findNamed(db, search)];
  const [at, size] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const [found, total] = await Promise.all([
    selectWhere(db, `WHERE ${wanted} ORDER BY ${order} OFFSET ${at} LIMIT ${size}`, [...values, offset, limit]),
    countRows(db, `SELECT FROM withdrawals withdrawal WHERE ${wanted}`, values, { offset, limit }),
  ]);
  return { result: await asCases(db, found), total };
}

/** Of `providerReference`. */
const isReference = /^[0-9a-f]{32}$/;

/**
 * By the number of a withdrawal, or by what names it at a provider: its row, or, where the row was lost with a restore, what the request is made of.
 * @returns ids
 */
async function findNamed(db: Queryable, search: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT withdrawal_id AS id FROM provider_payouts WHERE reference = $1 OR payment_id = $1',
    [search],
  );
  const ids = rows.map(({ id }) => id);
  // A provider may number its payments too.
  if (/^\d{1,15}$/.test(search)) return [...ids, search];
  return ids.length === 0 && isReference.test(search) ? findWithoutRow(db, search) : ids;
}

/** Computes the reference of each withdrawal that has no row. */
async function findWithoutRow(db: Queryable, reference: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT withdrawal.id FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id AND method.kind = 'provider'
      WHERE ${providerReference} = $1 AND NOT EXISTS (SELECT FROM provider_payouts WHERE withdrawal_id = withdrawal.id)`,
    [reference],
  );
  return rows.map(({ id }) => id);
}

/** @throws DomainError not_found */
export async function findWithdrawalCase(db: Queryable, id: number): Promise<WithdrawalCase> {
  const [found] = await asCases(db, await selectWhere(db, 'WHERE withdrawal.id = $1', [id]));
  if (!found) throw new DomainError('not_found');
  return found;
}

/** @throws DomainError not_found */
export async function viewWithdrawalCase(db: Queryable, id: number): Promise<WithdrawalDetail> {
  const [withdrawal] = await selectWhere(db, 'WHERE withdrawal.id = $1', [id]);
  if (!withdrawal) throw new DomainError('not_found');
  return { ...(await findWithdrawalCase(db, id)), evidence: await evidenceOf(db, withdrawal) };
}

interface CaseRow {
  id: string;
  email: string;
  request: string | null;
  maker: string | null;
  nextAt: Date | null;
  isSigned: boolean;
  isLost: boolean;
  isDoubled: boolean;
  provider: string;
  reference: string;
  paymentId: string | null;
  outcome: NonNullable<WithdrawalCase['provider_payout']>['outcome'];
}

async function asCases(db: Queryable, found: readonly Withdrawal[]): Promise<WithdrawalCase[]> {
  const { rows } = await db.query<CaseRow>(
    `SELECT withdrawal.id, users.email, request.id AS request, request.maker, payout_next_at AS "nextAt",
        EXISTS (SELECT FROM signed_payouts WHERE withdrawal_id = withdrawal.id) AS "isSigned", ${isLostForLong} IS TRUE AS "isLost", ${hasDoubled} AS "isDoubled",
        method.provider, ${providerReference} AS reference, payout.payment_id AS "paymentId", payout.outcome
      FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      LEFT JOIN networks network ON network.id = method.network_id
      LEFT JOIN provider_payouts payout ON payout.withdrawal_id = withdrawal.id
      JOIN users ON users.id = withdrawal.user_id LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true
      WHERE withdrawal.id = ANY ($1::bigint[])`,
    [found.map(({ id }) => id)],
  );
  const facts = new Map(rows.map((row) => [Number(row.id), row]));
  return found.flatMap((withdrawal) => {
    const row = facts.get(withdrawal.id);
    return row ? [asCase(withdrawal, row)] : [];
  });
}

function asCase(withdrawal: Withdrawal, row: CaseRow): WithdrawalCase {
  const { email, request, maker, nextAt, provider, reference, paymentId, outcome } = row;
  return {
    ...viewWithdrawal(withdrawal),
    user_id: withdrawal.userId,
    email,
    usd_value: withdrawal.usdValue,
    risks: withdrawal.risks,
    two_persons: isForTwo(withdrawal),
    request: maker === null ? null : { id: Number(request), maker: operatorNameOf(maker) },
    payout_problem: withdrawal.payoutProblem,
    payout_next: nextAt === null ? null : secondsOf(nextAt),
    provider_payout:
      withdrawal.methodKind === 'provider' ? { provider, reference, payment_id: paymentId, outcome } : null,
    payout_actions: payoutActionsOf(withdrawal, row),
  };
}

/** As the actions themselves decide it. */
function payoutActionsOf(
  { status, methodKind, payoutProblem, mayBePaid, takenAt }: Withdrawal,
  { isSigned, isLost, isDoubled }: Pick<CaseRow, 'isSigned' | 'isLost' | 'isDoubled'>,
): PayoutAction[] {
  if (isDoubled) return ['settled'];
  if (methodKind === 'bank') return [];
  if (mayBePaid && isUntaken({ status, takenAt })) return isSigned ? [] : ['paid_by_hand'];
  if (isUndone({ status, payoutProblem }))
    return payoutProblem === 'input_lost' && !isLost ? [] : [...(mayBePaid ? [] : (['fail'] as const)), 'paid_by_hand'];
  if (status !== inProcess && status !== sent) return [];
  const isAsked = methodKind === 'provider' && takenAt !== null;
  const isUnpaid = payoutProblem === 'network_failed' || isLost || !isSigned;
  return [
    ...(isAsked || isRetryable(payoutProblem) ? (['retry'] as const) : []),
    ...(isUnpaid && !mayBePaid ? (['fail'] as const) : []),
    ...(isUnpaid ? (['paid_by_hand'] as const) : []),
  ];
}

interface EvidenceRow {
  toAddress: number;
  others: number;
  isSaved: boolean;
  since: Date;
  lockedUntil: Date | null;
}

async function evidenceOf(db: Queryable, withdrawal: Withdrawal): Promise<WithdrawalDetail['evidence']> {
  const { id, userId, methodId, address, memo } = withdrawal;
  const { rows } = await db.query<EvidenceRow>(
    `SELECT (SELECT count(*)::int FROM withdrawals WHERE user_id = $1 AND id <> $2 AND method_id = $3 AND address = $4 AND memo = $5
          AND status IN (${successful}, ${successfulManual})) AS "toAddress",
        (SELECT count(DISTINCT user_id)::int FROM withdrawals WHERE user_id <> $1 AND method_id = $3 AND address = $4 AND memo = $5
          AND address <> '') AS others,
        EXISTS (SELECT FROM saved_addresses WHERE user_id = $1 AND method_id = $3 AND address = $4 AND memo = $5) AS "isSaved",
        created_at AS since, withdrawals_locked_until AS "lockedUntil"
      FROM users WHERE id = $1`,
    [userId, id, methodId, address, memo],
  );
  const row = rows[0];
  if (!row) throw new DomainError('not_found');
  const { rows: signIns } = await db.query<{ ip: string; time: Date }>(
    `SELECT coalesce(ip, '') AS ip, created_at AS time FROM sign_in_events
      WHERE user_id = $1 AND kind = 'signed_in' ORDER BY id DESC LIMIT 5`,
    [userId],
  );
  const { count, sumUsd } = await othersOfDay(db, withdrawal);
  return {
    day_count: count,
    day_usd: sumUsd,
    to_address_before: row.toAddress,
    others_to_address: row.others,
    is_saved: row.isSaved,
    user_since: secondsOf(row.since),
    withdrawals_locked_until: row.lockedUntil === null ? null : secondsOf(row.lockedUntil),
    recent_factors: (await findRecentFactors(db, userId)).map(({ method, addedAt }) => ({
      method,
      added: secondsOf(addedAt),
    })),
    sign_ins: signIns.map(({ ip, time }) => ({ ip, time: secondsOf(time) })),
  };
}

const secondsOf = (date: Date): number => date.getTime() / 1000;
