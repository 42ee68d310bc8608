/** Changes of states, written down when they are found: by operators in their transaction, by the worker for the rest. */
import {
  incidentDays,
  type PaymentAction,
  type PaymentCause,
  type PaymentIncident,
  type PaymentState,
} from '@pelican/shared/contracts/payments';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { findWayFacts } from './facts.ts';
import { stateOf, type WayState } from './state-of.ts';

/** Nobody else compares with the last rows meanwhile, so each change is one row. A network that was never read is open: nothing of it was disturbed yet. */
export async function recordStates(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('payment_state_changes'))`);
  const now = await readNow(tx);
  const changes = (await findWayFacts(tx)).flatMap((facts) => {
    const isUnseen = facts.enabled && facts.network?.askedAt === null;
    const { state, cause }: WayState = isUnseen ? { state: 'open', cause: null } : stateOf(facts, now);
    const reason = state === 'suspended' ? facts.reason : '';
    const { last } = facts;
    if (last?.state === state && last.cause === (cause ?? '') && last.reason === reason) return [];
    return [{ ...facts, from: last?.state ?? null, to: state, cause: cause ?? '', reason }];
  });
  if (changes.length === 0) return;
  await tx.query(
    `INSERT INTO payment_state_changes (method_id, action, from_state, to_state, cause, reason)
      SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      changes.map(({ methodId }) => methodId),
      changes.map(({ action }) => action),
      changes.map(({ from }) => from),
      changes.map(({ to }) => to),
      changes.map(({ cause }) => cause),
      changes.map(({ reason }) => reason),
    ],
  );
}

/** Unix seconds of Postgres, whose times the facts have. */
export async function readNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now');
  return rows[0]?.now ?? 0;
}

interface Wanted {
  assetId: number | undefined;
  offset: number;
  limit: number;
}

/** The newest first. */
export async function findIncidents(
  db: Queryable,
  { assetId, offset, limit }: Wanted,
): Promise<{ result: PaymentIncident[]; total: number }> {
  const { rows } = await db.query<
    Omit<PaymentIncident, 'id' | 'cause'> & { id: string; cause: PaymentCause | ''; total: number }
  >(
    `SELECT change.id, asset.ticker, method.name AS method, change.action, from_state AS from, to_state AS to, cause, change.reason,
        extract(epoch FROM changed_at)::float8 AS time, count(*) OVER ()::int AS total
      FROM payment_state_changes change
      JOIN payment_methods method ON method.id = method_id
      JOIN assets asset ON asset.id = method.asset_id
      WHERE from_state IS NOT NULL AND changed_at > now() - make_interval(days => $1) AND ($2::int IS NULL OR asset.id = $2)
      ORDER BY change.id DESC OFFSET $3 LIMIT $4`,
    [incidentDays, assetId ?? null, offset, limit],
  );
  return {
    result: rows.map(({ total: _total, id, cause, ...row }) => ({
      ...row,
      id: Number(id),
      action: row.action satisfies PaymentAction,
      from: row.from satisfies PaymentState,
      cause: cause === '' ? null : cause,
    })),
    total: rows[0]?.total ?? 0,
  };
}
