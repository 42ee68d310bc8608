/** What operators switch: an asset, a network, or one method, by the names that they have. */
import { DomainError } from '@pelican/shared/contracts';
import type { PaymentAction } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';

export type SwitchScope = 'asset' | 'network' | 'method';

export interface Switched {
  id: number;
  enabled: boolean;
  closure: Closure | undefined;
}

export interface Closure {
  reason: string;
  /** Unix seconds. */
  expected: number | null;
  closed: number;
}

const columns = {
  asset: { deposit: 'depositable', withdraw: 'withdrawable' },
  network: { deposit: 'deposits_enabled', withdraw: 'withdrawals_enabled' },
} as const;

function sourceOf(scope: SwitchScope, action: PaymentAction): string {
  if (scope === 'asset') return `SELECT id::int, ${columns.asset[action]} AS enabled FROM assets WHERE ticker = $1`;
  if (scope === 'network') return `SELECT id::int, ${columns.network[action]} AS enabled FROM networks WHERE key = $1`;
  return `SELECT method.id, terms.enabled FROM payment_methods method JOIN assets asset ON asset.id = asset_id
      JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = '${action}'
      WHERE asset.ticker || ':' || method.key = $1`;
}

/** @throws DomainError not_found */
export async function findSwitched(
  db: Queryable,
  { scope, object, action }: { scope: SwitchScope; object: string; action: PaymentAction },
): Promise<Switched> {
  const { rows } = await db.query<{ id: number; enabled: boolean }>(sourceOf(scope, action), [object]);
  const [found] = rows;
  if (!found) throw new DomainError('not_found', { message: `There is no ${scope} ${object}.` });
  const closures = await db.query<Closure>(
    `SELECT reason, extract(epoch FROM expected_at)::float8 AS expected, extract(epoch FROM closed_at)::float8 AS closed
      FROM payment_closures WHERE scope = $1 AND object_id = $2 AND action = $3`,
    [scope, found.id, action],
  );
  return { ...found, closure: found.enabled ? undefined : closures.rows[0] };
}

/** Writes the switch itself, in the table that it is a column of. */
export async function writeSwitch(
  db: Queryable,
  { scope, id, action, enabled }: { scope: SwitchScope; id: number; action: PaymentAction; enabled: boolean },
): Promise<void> {
  if (scope === 'method')
    await db.query('UPDATE payment_terms SET enabled = $3 WHERE method_id = $1 AND action = $2', [id, action, enabled]);
  else await db.query(`UPDATE ${scope}s SET ${columns[scope][action]} = $2 WHERE id = $1`, [id, enabled]);
}
