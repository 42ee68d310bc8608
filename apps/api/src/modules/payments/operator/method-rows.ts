/** Rows of methods that operators add and change, and what they refer to. */
import { DomainError } from '@pelican/shared/contracts';
import type { MethodField, MethodPlace, MethodValues } from '@pelican/shared/contracts/payments';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';

export async function findAsset(db: Queryable, ticker: string): Promise<{ id: number; scale: number } | undefined> {
  const { rows } = await db.query<{ id: number; scale: number }>('SELECT id, scale FROM assets WHERE ticker = $1', [
    ticker,
  ]);
  return rows[0];
}

interface FoundNetwork {
  id: number;
  key: string;
  kind: NonNullable<MethodPlace['networkKind']>;
  nativeId: number;
}

export async function findNetwork(db: Queryable, key: string): Promise<FoundNetwork | undefined> {
  const { rows } = await db.query<FoundNetwork>(
    'SELECT id, key, kind, native_asset_id AS "nativeId" FROM networks WHERE key = $1',
    [key],
  );
  return rows[0];
}

/** A contract is known in any spelling of its letters: one asset alone is credited for it. */
export async function takenBy(
  db: Queryable,
  {
    assetId,
    key,
    networkId,
    contract,
  }: { assetId: number; key: string; networkId: number | null | undefined; contract: string },
): Promise<Partial<Record<MethodField, string>>> {
  const { rows } = await db.query<{ isKey: boolean; ticker: string }>(
    `SELECT method.asset_id = $1 AND method.key = $2 AS "isKey", asset.ticker FROM payment_methods method
      JOIN assets asset ON asset.id = method.asset_id
      WHERE (method.asset_id = $1 AND method.key = $2) OR (method.network_id = $3 AND lower(method.contract) = lower($4))`,
    [assetId, key, networkId ?? null, contract],
  );
  const problems: Partial<Record<MethodField, string>> = {};
  for (const { isKey, ticker } of rows) {
    if (isKey) problems.key = `${ticker} has a method of this key`;
    else problems.contract = `It is that of ${ticker} on this network`;
  }
  return problems;
}

interface NewMethod extends MethodValues {
  assetId: number;
  key: string;
  kind: 'crypto' | 'provider';
  networkId: number | null;
}

export async function insertMethod(tx: Transaction, method: NewMethod): Promise<number> {
  const { assetId, key, kind, networkId, contract, decimals, name, description, tooltip, provider } = method;
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name, description, tooltip, provider, position)
      SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(position), 0) + 1 FROM payment_methods
      RETURNING id`,
    [assetId, key, kind, networkId, contract, decimals, name, description, tooltip, provider],
  );
  return rows[0]?.id ?? 0;
}

interface FoundMethod {
  id: number;
  networkId: number | null;
  place: MethodPlace;
  values: MethodValues;
}

/** @throws DomainError not_found */
export async function findMethod(tx: Queryable, method: string): Promise<FoundMethod> {
  type Row = MethodValues & MethodPlace & { id: number; networkId: number | null };
  const { rows } = await tx.query<Row>(
    `SELECT method.id, method.network_id AS "networkId", method.kind, network.kind AS "networkKind",
        network.native_asset_id IS NOT DISTINCT FROM method.asset_id AS "isNative", method.name, description, tooltip, contract, decimals, provider
      FROM payment_methods method JOIN assets asset ON asset.id = asset_id LEFT JOIN networks network ON network.id = network_id
      WHERE asset.ticker || ':' || method.key = $1 FOR UPDATE OF method`,
    [method],
  );
  const [found] = rows;
  if (!found) throw new DomainError('not_found', { message: `There is no method ${method}.` });
  const { id, networkId, kind, networkKind, isNative, ...known } = found;
  return { id, networkId, place: { kind, networkKind: networkKind ?? undefined, isNative }, values: known };
}

/** Whether there was a payment by a method, a transfer of nobody, or a saved receiver: the database's own rule (decision 173). SQL of `method`. */
export const isCounted = 'is_method_counted(method)';

/** The watcher writes deposits under the lock of its cursor, and requests take the lock of terms: nothing comes between this and the commit. */
export async function isUsed(tx: Transaction, id: number, networkId: number | null): Promise<boolean> {
  await tx.query('SELECT FROM chain_cursors WHERE network_id = $1 FOR UPDATE', [networkId]);
  const { rows } = await tx.query<{ found: boolean }>(
    `SELECT ${isCounted} AS found FROM payment_methods method WHERE id = $1`,
    [id],
  );
  return rows[0]?.found ?? true;
}
