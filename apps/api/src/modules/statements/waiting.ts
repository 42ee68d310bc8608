/** Why a deposit or a withdrawal waits, and until when, beyond what its status says. */
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import type { WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { isPassing, type PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import type { Queryable } from '../../platform/database/index.ts';
import { findWayFacts, stateOf, type WayFacts } from '../payments/index.ts';
import type { FullRecord } from './history.ts';

type Wait = NonNullable<WalletRecordDetail['wait']>;

export interface WaitFacts {
  way: WayFacts | undefined;
  payoutProblem: PayoutProblem | null;
  /** Unix seconds: until when its user may confirm it, or pay at the provider. */
  endsAt: number | null;
  /** Of a saved address that withdrawals are limited to. */
  usableAt: number | null;
}

const sources = {
  deposit: `SELECT method_id AS "methodId", NULL AS "payoutProblem", NULL::float8 AS "usableAt",
      (SELECT extract(epoch FROM expires_at)::float8 FROM provider_payments WHERE deposit_id = payment.id) AS "endsAt"
    FROM deposits payment WHERE id = $1 AND user_id = $2`,
  withdrawal: `SELECT method_id AS "methodId", payout_problem AS "payoutProblem", extract(epoch FROM expires_at)::float8 AS "endsAt",
      (SELECT extract(epoch FROM usable_at)::float8 FROM saved_addresses saved JOIN address_allow_lists list USING (user_id)
        WHERE saved.user_id = payment.user_id AND saved.method_id = payment.method_id AND saved.address = payment.address
          AND saved.memo = payment.memo AND (list.off_at IS NULL OR list.off_at > clock_timestamp())) AS "usableAt"
    FROM withdrawals payment WHERE id = $1 AND user_id = $2`,
} as const;

/** Undefined for a transfer between wallets. */
export async function findWaitFacts(
  db: Queryable,
  { kind, id, userId }: { kind: FullRecord['kind']; id: number; userId: number },
): Promise<WaitFacts | undefined> {
  if (kind === 'transfer') return undefined;
  const { rows } = await db.query<Omit<WaitFacts, 'way'> & { methodId: number }>(sources[kind], [id, userId]);
  const [row] = rows;
  if (!row) return undefined;
  const { methodId, ...facts } = row;
  const action = kind === 'deposit' ? 'deposit' : 'withdraw';
  const ways = await findWayFacts(db, methodId);
  return { ...facts, way: ways.find((one) => one.action === action) };
}

const { frozen, pending, unconfirmedByUser, unconfirmedByAdmin, confirmedByUser, inProcess, sent, unknown } =
  paymentStatus;

/** @param now unix seconds @returns null for one that does not wait for anything unusual, or has ended */
export function waitOf(record: FullRecord, facts: WaitFacts | undefined, now: number): Wait | null {
  if (!facts) return null;
  return record.kind === 'deposit' ? depositWait(record, facts, now) : withdrawalWait(record, facts, now);
}

const because = (why: Wait['why'], until: number | null = null, text = ''): Wait => ({ why, until, text });

function depositWait({ status, methodKind }: FullRecord, { way, endsAt }: WaitFacts, now: number): Wait | null {
  if (status === unconfirmedByAdmin) return because('review');
  if (status === frozen) return closedWait(way);
  if (status !== pending && status !== unknown) return null;
  return methodKind === 'provider' ? because('payer', endsAt) : delayWait(way, now);
}

function withdrawalWait(record: FullRecord, facts: WaitFacts, now: number): Wait | null {
  const { way, payoutProblem, endsAt, usableAt } = facts;
  const isLater = (time: number | null): time is number => time !== null && time > now;
  const status = record.status as PaymentStatus;
  if (status === sent) return delayWait(way, now);
  const isOpen = [unconfirmedByUser, unconfirmedByAdmin, confirmedByUser, frozen, inProcess].some(
    (one) => one === status,
  );
  if (!isOpen) return null;
  if (isLater(record.lockedUntil)) return because('locked', record.lockedUntil);
  if (status === unconfirmedByUser) return isLater(usableAt) ? because('address', usableAt) : because('code', endsAt);
  if (status !== inProcess) return because('review');
  const closed = closedWait(way);
  if (closed) return closed;
  if (payoutProblem !== null) return because(isPassing(payoutProblem) ? 'funds' : 'operator');
  return delayWait(way, now);
}

/** An operator has closed it. */
function closedWait(way: WayFacts | undefined): Wait | null {
  return way && !way.enabled ? because('closed', way.expectedAt, way.reason) : null;
}

/** What the network keeps waiting. One that was never read says nothing. */
function delayWait(way: WayFacts | undefined, now: number): Wait | null {
  if (!way?.network || way.network.askedAt === null) return null;
  const { state, cause } = stateOf({ ...way, enabled: true }, now);
  return state === 'delayed' && cause !== null && cause !== 'operator' ? because(cause) : null;
}
