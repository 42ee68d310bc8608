/**
 * The only code that writes balances of the ledger. An entry moves money between accounts; its legs sum to zero for each
 * asset, its idempotency key makes a repeat harmless. Account rows are locked in the order of their ids, so two postings
 * wait for each other instead of blocking each other.
 */
import type { Transaction } from '../platform/database/index.ts';
import { type AccountRows, accountRow, demandAvailable, lockAccounts } from './account-rows.ts';
import { type AccountName, accountKey } from './chart.ts';
import { demandSameContent } from './content-hash.ts';
import { assertBalanced, entryHash, findEntries, insertEntries, type KnownEntry, type LedgerEntry } from './entries.ts';
import { rowList } from './row-list.ts';
import { formatAmount, parseAmount } from './units.ts';

export interface PostedEntry {
  entryId: number;
  /** The key was known: nothing was moved now, and entryId names the first posting. */
  repeated: boolean;
}

export interface PostingOptions {
  /**
   * A repeat with other content is answered like any other: for settlement, which follows its journal and must not stop for one
   * user's money. The audit reports the difference.
   */
  otherContent?: 'answered';
}

/**
 * Posts one entry.
 * @throws DomainError insufficient_balance when more is taken from an account than it has beside what is held;
 * repeated_with_other_content when the key was used for another entry: roll back
 * @throws RangeError when the legs are not balanced or not decimals
 */
export async function postEntry(tx: Transaction, entry: LedgerEntry): Promise<PostedEntry> {
  const [posted] = await postEntries(tx, [entry]);
  return posted as PostedEntry;
}

/**
 * Posts many entries in a fixed number of statements, all or none; results are in the order of the entries.
 * Whether an account suffices is asked of the sum of all of them.
 * @throws as postEntry
 */
export async function postEntries(
  tx: Transaction,
  entries: readonly LedgerEntry[],
  options: PostingOptions = {},
): Promise<PostedEntry[]> {
  if (entries.length === 0) return [];
  for (const entry of entries) assertBalanced(entry);
  const created = await insertEntries(tx, entries);
  const fresh = firstOfEachKey(entries).filter(({ idempotencyKey }) => created.has(idempotencyKey));
  if (fresh.length > 0) await moveMoney(tx, fresh, created);
  const first = new Set(fresh);
  const repeats = entries.filter((entry) => !first.has(entry));
  const known = repeats.length === 0 ? new Map<string, KnownEntry>() : await findEntries(tx, repeats);
  return entries.map((entry) => {
    if (first.has(entry)) return { entryId: created.get(entry.idempotencyKey) as number, repeated: false };
    return answerRepeat(entry, known.get(entry.idempotencyKey), options);
  });
}

function answerRepeat(entry: LedgerEntry, known: KnownEntry | undefined, options: PostingOptions): PostedEntry {
  if (!known) throw new Error(`ledger entry ${entry.idempotencyKey} was neither made nor found`);
  if (options.otherContent === undefined) demandSameContent(entry.idempotencyKey, known.contentHash, entryHash(entry));
  return { entryId: known.entryId, repeated: true };
}

function firstOfEachKey(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const byKey = new Map<string, LedgerEntry>();
  for (const entry of entries) if (!byKey.has(entry.idempotencyKey)) byKey.set(entry.idempotencyKey, entry);
  return [...byKey.values()];
}

/** Writes what entries that `insertEntries` has made do to the accounts. @throws as postEntry */
export async function moveMoney(
  tx: Transaction,
  entries: readonly LedgerEntry[],
  entryIds: ReadonlyMap<string, number>,
): Promise<void> {
  const changes = sumByAccount(entries);
  const rows = await lockAccounts(
    tx,
    changes.map(({ account }) => account),
  );
  for (const { account, amount } of changes) if (amount < 0n) demandAvailable(rows, account, -amount);
  await changeBalances(tx, changes, rows);
  await insertLegs(tx, entries, entryIds, rows);
}

interface AccountChange {
  account: AccountName;
  amount: bigint;
}

function sumByAccount(entries: readonly LedgerEntry[]): AccountChange[] {
  const changes = new Map<string, AccountChange>();
  for (const { legs } of entries) {
    for (const leg of legs) {
      const key = accountKey(leg.account);
      const amount = parseAmount(leg.amount);
      const change = changes.get(key);
      if (change) change.amount += amount;
      else changes.set(key, { account: leg.account, amount });
    }
  }
  return [...changes.values()];
}

async function changeBalances(tx: Transaction, changes: AccountChange[], rows: AccountRows): Promise<void> {
  const list = rowList(
    'change',
    { id: 'bigint', amount: 'numeric' },
    changes.map(({ account, amount }) => [accountRow(rows, account).id, formatAmount(amount)]),
  );
  await tx.query({
    name: `ledger-change-balances-${list.suffix}`,
    text: `UPDATE ledger_accounts account SET balance = account.balance + change.amount FROM ${list.sql} WHERE account.id = change.id`,
    values: list.values,
  });
}

async function insertLegs(
  tx: Transaction,
  entries: readonly LedgerEntry[],
  entryIds: ReadonlyMap<string, number>,
  rows: AccountRows,
): Promise<void> {
  const legs = entries.flatMap((entry) =>
    entry.legs.map((leg) => ({ entryId: entryIds.get(entry.idempotencyKey), ...leg })),
  );
  await tx.query({
    name: 'ledger-insert-legs',
    text: `INSERT INTO ledger_legs (entry_id, account_id, amount)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::numeric[])`,
    values: [
      legs.map((leg) => leg.entryId),
      legs.map((leg) => accountRow(rows, leg.account).id),
      legs.map((leg) => leg.amount),
    ],
  });
}
