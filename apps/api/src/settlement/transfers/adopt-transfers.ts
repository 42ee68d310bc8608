/**
 * Transfers that a shard applied and Postgres lacks: it was restored to a state before they were requested. The
 * shard's events say who, what and which way, so the row and the main wallet's part are written again. What came from
 * another shard looks as if it came through the main wallet, where the other shard's events put it.
 *
 * Money that the main wallet does not have comes from `unexplained`, which the audit reports: either the credit that
 * brought it in is lost, or the other shard's part is settled later and then returns it.
 */
import type { Shard } from '@pelican/shared/engine';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  adoptionKinds,
  exchangeKey,
  type LedgerEntry,
  mainAccount,
  transitAccount,
  unexplainedAccount,
} from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { AppliedTransfer } from './applied-transfer.ts';

/** Decimals of the ledger's columns. */
const ledgerScale = 18;
const [adoptedKind, unexplainedKind] = adoptionKinds;

/**
 * Writes the rows of the transfers that are to be adopted.
 * @param applied every transfer of the batch in the journal's order
 * @param isUnknown of those, the ones to adopt
 * @returns what must be posted beside the shard's part of them
 */
export async function adoptTransfers(
  tx: Transaction,
  shard: Shard,
  applied: AppliedTransfer[],
  isUnknown: (transfer: AppliedTransfer) => boolean,
): Promise<LedgerEntry[]> {
  const unknown = applied.filter(isUnknown);
  if (unknown.length === 0) return [];
  await writeRows(tx, shard, unknown);
  const borrowed = await borrowedTransfers(tx, unknown);
  const balances = await mainBalances(tx, unknown);
  const entries: LedgerEntry[] = [];
  for (const transfer of applied) {
    const { transferId, userId, assetId, amount, out } = transfer;
    const name = `${userId} ${assetId}`;
    const units = parseBigUnits(amount, ledgerScale);
    const balance = balances.get(name) ?? 0n;
    const isOwed = out && borrowed.has(transferId);
    const isPaid = out || balance >= units;
    if (out && !isOwed) balances.set(name, balance + units);
    if (!isUnknown(transfer) || (out && !isOwed)) continue;
    if (!out && isPaid) balances.set(name, balance - units);
    if (!out && !isPaid) borrowed.add(transferId);
    const main = mainAccount(transfer);
    const unexplained = unexplainedAccount(transfer);
    const [from, to] = out ? [main, unexplained] : [isPaid ? main : unexplained, transitAccount(shard, transfer)];
    entries.push({
      kind: isPaid ? adoptedKind : unexplainedKind,
      reference: `transfer:${transferId}`,
      idempotencyKey: adoptionKey(transferId, out),
      legs: [
        { account: from, amount: formatBigUnits(-units, ledgerScale) },
        { account: to, amount: formatBigUnits(units, ledgerScale) },
      ],
    });
  }
  return entries;
}

function adoptionKey(transferId: number, out: boolean): string {
  return `transfer:${transferId}:${out ? 'returned' : 'adopted'}`;
}

/** A transfer between two shards is seen by both: each names its own wallet. Users that are not known have no rows. */
async function writeRows(tx: Transaction, shard: Shard, transfers: AppliedTransfer[]): Promise<void> {
  await tx.query({
    name: 'settle-adopt-transfers',
    text: `INSERT INTO transfers (id, user_id, asset_id, amount, from_wallet, from_shard_id, to_wallet, to_shard_id,
        idempotency_key, adopted)
      SELECT id, user_id, asset_id, amount,
        CASE WHEN out THEN $6::text ELSE 'main' END, CASE WHEN out THEN $7::smallint END,
        CASE WHEN out THEN 'main' ELSE $6::text END, CASE WHEN out THEN NULL ELSE $7::smallint END, $8::text || id, true
      FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::numeric[], $5::boolean[])
        AS applied(id, user_id, asset_id, amount, out)
      WHERE EXISTS (SELECT 1 FROM users WHERE users.id = user_id)
      ON CONFLICT (id) DO UPDATE SET
        from_wallet = CASE WHEN EXCLUDED.from_shard_id IS NULL THEN transfers.from_wallet ELSE EXCLUDED.from_wallet END,
        from_shard_id = coalesce(EXCLUDED.from_shard_id, transfers.from_shard_id),
        to_wallet = CASE WHEN EXCLUDED.to_shard_id IS NULL THEN transfers.to_wallet ELSE EXCLUDED.to_wallet END,
        to_shard_id = coalesce(EXCLUDED.to_shard_id, transfers.to_shard_id)`,
    values: [
      transfers.map(({ transferId }) => transferId),
      transfers.map(({ userId }) => userId),
      transfers.map(({ assetId }) => assetId),
      transfers.map(({ amount }) => amount),
      transfers.map(({ out }) => out),
      shard.kind === 'spot' ? 'trade' : 'futures',
      shard.id,
      exchangeKey('adopted:'),
    ],
  });
}

/** Returns the transfers whose other side was paid by the account `unexplained`. */
async function borrowedTransfers(tx: Transaction, transfers: AppliedTransfer[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ reference: string }>({
    name: 'settle-borrowed-transfers',
    text: 'SELECT reference FROM ledger_entries WHERE idempotency_key = ANY ($1::text[]) AND kind = $2',
    values: [transfers.map(({ transferId }) => adoptionKey(transferId, false)), unexplainedKind],
  });
  return new Set(rows.map(({ reference }) => Number(reference.slice('transfer:'.length))));
}

/** What is available, in the ledger's smallest unit, by 'user asset'. */
async function mainBalances(tx: Transaction, transfers: AppliedTransfer[]): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ name: string; balance: string }>({
    name: 'settle-main-balances',
    text: `SELECT user_id || ' ' || asset_id AS name, balance - held AS balance FROM ledger_accounts
      WHERE kind = 'main' AND user_id = ANY ($1::bigint[])`,
    values: [transfers.map(({ userId }) => userId)],
  });
  return new Map(rows.map(({ name, balance }) => [name, parseBigUnits(balance, ledgerScale)]));
}
