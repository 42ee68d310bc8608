/** What is known of each way in and out, in Postgres. */
import type { PaymentAction } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOpenWay } from '../methods.ts';

/** One action by one method. Times are unix seconds. */
export interface WayFacts {
  methodId: number;
  action: PaymentAction;
  /** `isOpenWay`. */
  enabled: boolean;
  /** What operators say of what they have closed: the asset's before the network's and the method's. */
  reason: string;
  expectedAt: number | null;
  /** Undefined for methods other than networks. */
  network: NetworkFacts | undefined;
  /** As it was written down last. */
  last: { state: string; cause: string; reason: string; since: number } | undefined;
}

export interface NetworkFacts {
  /** The sandbox makes a block when there is something to put into it, other networks always. */
  makesBlocks: boolean;
  blockSeconds: number;
  /** Null before it was read first. */
  height: number | null;
  askedAt: number | null;
  blockAt: number | null;
  payoutsStopped: boolean;
}

type Row = Omit<WayFacts, 'network' | 'last'> &
  NetworkFacts & { networkId: number | null; state: string | null; cause: string; lastReason: string; since: number };

const seconds = (time: string) => `extract(epoch FROM ${time})::float8`;

/** Of all methods, or of one. */
export async function findWayFacts(db: Queryable, methodId?: number): Promise<WayFacts[]> {
  const { rows } = await db.query<Row>(
    `SELECT method.id AS "methodId", terms.action, network.id AS "networkId",
       ${isOpenWay} AS enabled,
       coalesce(closure.reason, '') AS reason, ${seconds('closure.expected_at')} AS "expectedAt",
       network.kind <> 'sandbox' AS "makesBlocks", network.block_seconds AS "blockSeconds", cursor.head_height::float8 AS height, ${seconds('cursor.asked_at')} AS "askedAt",
       ${seconds('cursor.head_changed_at')} AS "blockAt", payout.stopped_at IS NOT NULL AS "payoutsStopped",
       last.to_state AS state, last.cause, last.reason AS "lastReason", ${seconds('last.changed_at')} AS since
     FROM payment_methods method
     JOIN assets asset ON asset.id = method.asset_id
     JOIN payment_terms terms ON terms.method_id = method.id
     LEFT JOIN networks network ON network.id = method.network_id
     LEFT JOIN chain_cursors cursor ON cursor.network_id = network.id
     LEFT JOIN payout_networks payout ON payout.network_id = network.id
     LEFT JOIN LATERAL (
       SELECT reason, expected_at FROM payment_closures one WHERE one.action = terms.action AND (scope, object_id) IN (
           ('asset', asset.id::int), ('network', network.id::int), ('method', method.id))
         ORDER BY reason = '', scope = 'method', scope = 'network' LIMIT 1
     ) closure ON true
     LEFT JOIN LATERAL (
       SELECT to_state, cause, reason, changed_at FROM payment_state_changes change
         WHERE change.method_id = method.id AND change.action = terms.action ORDER BY id DESC LIMIT 1
     ) last ON true
     WHERE $1::int IS NULL OR method.id = $1
     ORDER BY method.id, terms.action`,
    [methodId ?? null],
  );
  return rows.map(factsOf);
}

function factsOf(row: Row): WayFacts {
  const { methodId, action, enabled, reason, expectedAt, networkId, state, cause, lastReason, since } = row;
  const { makesBlocks, blockSeconds, height, askedAt, blockAt, payoutsStopped } = row;
  return {
    methodId,
    action,
    enabled,
    reason,
    expectedAt,
    network: networkId === null ? undefined : { makesBlocks, blockSeconds, height, askedAt, blockAt, payoutsStopped },
    last: state === null ? undefined : { state, cause, reason: lastReason, since },
  };
}
