/** Payment methods in the console: switches at each level, and terms. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type MethodDetail,
  type MethodTerms,
  type PaymentAction,
  switchScopes,
} from '@pelican/shared/contracts/payments';
import { likePattern, type Queryable } from '../../../platform/database/index.ts';
import { readNow } from '../status/changes.ts';
import { findWayFacts, type WayFacts } from '../status/facts.ts';
import { stateOf } from '../status/state-of.ts';
import { isCounted } from './method-rows.ts';
import type { SwitchScope } from './objects.ts';
import { type TermRow, termColumns, termsOfRow } from './terms-rows.ts';

interface ClosureRow {
  reason: string;
  expected: number | null;
  closed: number | null;
}

type Row = TermRow & {
  id: number;
  ticker: string;
  label: string;
  key: string;
  name: string;
  type: MethodDetail['type'];
  scale: number;
  action: PaymentAction;
  networkKey: string | null;
  confirmations: number;
  blockSeconds: number;
  asset: boolean;
  network: boolean | null;
  method: boolean;
  networkKind: NonNullable<MethodDetail['network']>['kind'] | null;
  contract: string;
  decimals: number | null;
  provider: string;
  description: string;
  tooltip: string;
  isNative: boolean;
  isCounted: boolean;
  closures: Partial<Record<SwitchScope, ClosureRow>> | null;
};

interface Wanted {
  search: string;
  offset: number;
  limit: number;
}

/** In the listing order; the text is in the name of the asset or of the method. */
export async function listPaymentMethods(
  db: Queryable,
  { search, offset, limit }: Wanted,
): Promise<{ result: MethodDetail[]; total: number }> {
  const { rows } = await db.query<{ id: number; total: number }>(
    `SELECT method.id, count(*) OVER ()::int AS total FROM payment_methods method JOIN assets asset ON asset.id = asset_id
      WHERE $1 = '' OR concat_ws(' ', asset.ticker, asset.label, method.name, method.key) ILIKE '%' || $1 || '%'
      ORDER BY asset.position, asset.id, method.position, method.id OFFSET $2 LIMIT $3`,
    [likePattern(search.trim()), offset, limit],
  );
  return {
    result: await findMethodDetails(
      db,
      rows.map(({ id }) => id),
    ),
    total: rows[0]?.total ?? 0,
  };
}

/** @throws DomainError not_found */
export async function findPaymentMethod(db: Queryable, id: number): Promise<MethodDetail> {
  const [found] = await findMethodDetails(db, [id]);
  if (!found) throw new DomainError('not_found');
  return found;
}

async function findMethodDetails(db: Queryable, ids: readonly number[]): Promise<MethodDetail[]> {
  const { rows } = await db.query<Row>(
    `SELECT method.id, asset.ticker, asset.label, method.key, method.name, method.kind AS type, asset.scale, terms.action, ${termColumns},
        network.key AS "networkKey", network.kind AS "networkKind", network.confirmations, network.block_seconds AS "blockSeconds",
        method.contract, method.decimals, method.provider, method.description, method.tooltip,
        network.native_asset_id IS NOT DISTINCT FROM method.asset_id AS "isNative", ${isCounted} AS "isCounted",
        CASE terms.action WHEN 'deposit' THEN asset.depositable ELSE asset.withdrawable END AS asset,
        CASE terms.action WHEN 'deposit' THEN network.deposits_enabled ELSE network.withdrawals_enabled END AS network,
        terms.enabled AS method,
        (SELECT jsonb_object_agg(scope, jsonb_build_object('reason', reason, 'expected', extract(epoch FROM expected_at),
            'closed', extract(epoch FROM closed_at))) FROM payment_closures closure WHERE closure.action = terms.action
          AND (scope, object_id) IN (('asset', asset.id::int), ('network', network.id::int), ('method', method.id))) AS closures
      FROM unnest($1::int[]) WITH ORDINALITY AS wanted(id, at)
      JOIN payment_methods method ON method.id = wanted.id
      JOIN assets asset ON asset.id = method.asset_id
      JOIN payment_terms terms ON terms.method_id = method.id
      LEFT JOIN networks network ON network.id = method.network_id
      ORDER BY wanted.at, terms.action`,
    [ids],
  );
  const facts = new Map((await findWayFacts(db)).map((one) => [`${one.methodId} ${one.action}`, one]));
  const now = await readNow(db);
  const found = new Map<number, MethodDetail>();
  for (const row of rows) {
    const { id, ticker, label, key, name, type, scale, networkKey, confirmations, blockSeconds } = row;
    const network =
      networkKey === null || row.networkKind === null
        ? null
        : { key: networkKey, kind: row.networkKind, confirmations, blockSeconds };
    const { contract, decimals, provider, description, tooltip, isNative, isCounted } = row;
    const own = { contract, decimals, provider, description, tooltip, isNative, isCounted };
    const detail = found.get(id) ?? { id, ticker, label, key, name, type, scale, network, ...own, ways: [] };
    const known = facts.get(`${id} ${row.action}`);
    if (known) detail.ways.push(wayOf(row, known, now));
    found.set(id, detail);
  }
  return [...found.values()];
}

function wayOf(row: Row, facts: WayFacts, now: number): MethodTerms {
  const { action, ticker, networkKey, key, closures } = row;
  const names = { asset: ticker, network: networkKey, method: `${ticker}:${key}` };
  const levels = switchScopes.flatMap((scope) => {
    const [object, enabled] = [names[scope], row[scope]];
    if (object === null || enabled === null) return [];
    const closure = enabled ? undefined : closures?.[scope];
    const { reason = '', expected = null, closed = null } = closure ?? {};
    return [{ scope, object, enabled, reason, expected, closed }];
  });
  return { action, ...stateOf(facts, now), levels, terms: termsOfRow(row) };
}
