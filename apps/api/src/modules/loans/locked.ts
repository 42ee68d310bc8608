/** What is read once the rows of a step are locked. */
import type { CatalogAsset } from '../../catalog/index.ts';
import { type AccountName, type AccountRows, availableOf } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** Decimals of the ledger. */
const ledgerScale = 18;

/** What an account has beside what is held, in the asset's smallest unit, down. */
export function unitsAvailable(
  rows: AccountRows,
  account: AccountName,
  { scale }: Pick<CatalogAsset, 'scale'>,
): bigint {
  return availableOf(rows, account) / 10n ** BigInt(ledgerScale - scale);
}

/** The database's clock, Unix ms: read after the locks, once in a step. */
export async function readNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now: Date }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`);
  return (rows[0] as { now: Date }).now.getTime();
}
