/** Rows of ledger_entries: what was posted, under which key. */
import type { Transaction } from '../platform/database/index.ts';
import { type AccountName, accountKey } from './chart.ts';
import { contentHash } from './content-hash.ts';
import { formatAmount, parseAmount } from './units.ts';

export interface LedgerLeg {
  account: AccountName;
  /** Whole units as a decimal string; below zero takes from the account. */
  amount: string;
}

export interface LedgerEntry {
  /** What happened: 'credit', 'transfer_to_trade', ... */
  kind: string;
  /** What it happened for: 'transfer:12' */
  reference: string;
  idempotencyKey: string;
  legs: LedgerLeg[];
}

/** @throws RangeError when the legs are not balanced, not decimals, or name an account twice */
export function assertBalanced(entry: LedgerEntry): void {
  const sums = new Map<number, bigint>();
  const seen = new Set<string>();
  for (const { account, amount } of entry.legs) {
    const key = accountKey(account);
    if (seen.has(key)) throw new RangeError(`ledger entry ${entry.idempotencyKey} names ${key} twice`);
    seen.add(key);
    sums.set(account.assetId, (sums.get(account.assetId) ?? 0n) + parseAmount(amount));
  }
  if (seen.size < 2) throw new RangeError(`ledger entry ${entry.idempotencyKey} needs two sides`);
  for (const [assetId, sum] of sums) {
    if (sum === 0n) continue;
    throw new RangeError(`ledger entry ${entry.idempotencyKey} is off by ${formatAmount(sum)} in asset ${assetId}`);
  }
}

export function entryHash({ kind, reference, legs }: LedgerEntry): Buffer {
  const amounts = legs.map(({ account, amount }) => `${accountKey(account)} ${formatAmount(parseAmount(amount))}`);
  return contentHash([kind, reference, amounts.sort()]);
}

/** Ids of the entries that are new, by key. A key that another transaction is posting is waited for. */
export async function insertEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<Map<string, number>> {
  const ordered = [...entries].sort((a, b) => (a.idempotencyKey < b.idempotencyKey ? -1 : 1));
  const { rows } = await tx.query<{ id: string; key: string }>({
    name: 'ledger-insert-entries',
    text: `INSERT INTO ledger_entries (kind, reference, idempotency_key, content_hash)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[])
      ON CONFLICT (idempotency_key) DO NOTHING RETURNING id, idempotency_key AS key`,
    values: [
      ordered.map((entry) => entry.kind),
      ordered.map((entry) => entry.reference),
      ordered.map((entry) => entry.idempotencyKey),
      ordered.map(entryHash),
    ],
  });
  return new Map(rows.map((row) => [row.key, Number(row.id)]));
}

export interface KnownEntry {
  entryId: number;
  /** Null: posted before entries had it. */
  contentHash: Buffer | null;
}

export async function findEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<Map<string, KnownEntry>> {
  const { rows } = await tx.query<{ id: string; key: string; contentHash: Buffer | null }>({
    name: 'ledger-find-entries',
    text: `SELECT id, idempotency_key AS key, content_hash AS "contentHash" FROM ledger_entries
      WHERE idempotency_key = ANY ($1::text[])`,
    values: [entries.map((entry) => entry.idempotencyKey)],
  });
  return new Map(rows.map((row) => [row.key, { entryId: Number(row.id), contentHash: row.contentHash }]));
}
