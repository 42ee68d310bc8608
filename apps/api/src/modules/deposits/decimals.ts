/**
 * Tokens whose contract names other decimals than their payment method has: amounts of their deposits would be wrong by powers of ten. Until the two
 * agree, deposits are written frozen and none is credited.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { ChainReader } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/** Of deposits by a method whose decimals differ. */
export const differingReason = 'Its amount is being examined';

/** By contract; undefined of one that names none. */
export type NamedDecimals = ReadonlyMap<string, number | undefined>;

/** Undefined where a network has no contracts to ask. @throws Error when the network does not answer */
export async function readDecimals(
  chain: ChainReader,
  contracts: readonly string[],
): Promise<NamedDecimals | undefined> {
  if (!chain.decimals) return undefined;
  const named = new Map<string, number | undefined>();
  for (const contract of contracts) named.set(contract, await chain.decimals(contract));
  return named;
}

export interface DifferingMethod {
  id: number;
  ticker: string;
  contract: string;
  decimals: number;
  /** Of the contract; null: it names none. */
  named: number | null;
}

/** Methods of a network that differ from their contracts. The caller holds the cursor, for which changes of methods wait. */
export async function findDiffering(
  tx: Queryable,
  networkId: number,
  named: NamedDecimals | undefined,
): Promise<DifferingMethod[]> {
  if (!named) return [];
  const { rows } = await tx.query<Omit<DifferingMethod, 'named'>>(
    `SELECT method.id, ticker, contract, coalesce(decimals, scale) AS decimals FROM payment_methods method
      JOIN assets ON assets.id = asset_id WHERE network_id = $1 AND contract <> '' ORDER BY method.id`,
    [networkId],
  );
  return rows.flatMap((row) => {
    // One that was added meanwhile: no block of this turn has its transfers.
    if (!named.has(row.contract)) return [];
    const found = named.get(row.contract);
    return found === row.decimals ? [] : [{ ...row, named: found ?? null }];
  });
}

/** Freezes what waits of these methods: what was seen before their contracts were asked, and what operators have assigned since. */
export async function freezeDiffering(tx: Transaction, methodIds: readonly number[]): Promise<void> {
  if (methodIds.length === 0) return;
  await tx.query(
    `UPDATE deposits SET status = ${paymentStatus.frozen}, reason = $2, changed_at = clock_timestamp()
      WHERE method_id = ANY ($1) AND status = ${paymentStatus.pending}`,
    [methodIds, differingReason],
  );
}
