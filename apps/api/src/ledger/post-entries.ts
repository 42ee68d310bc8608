/**
 * The only code that writes balances of the ledger. An entry moves money between accounts; its legs sum to zero for each
 * asset, its idempotency key makes a repeat harmless. Account rows are locked in the order of their ids, so two postings
 * wait for each other instead of blocking each other.
 */
import { DomainError } from '@pelican/shared/errors.ts';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money/decimal.ts';
import type { Transaction } from '../platform/database.ts';
import { type AccountKind, type AccountName, accountKey } from './accounts.ts';

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

export interface PostedEntry {
  entryId: number;
  /** The key was known: nothing was moved now, and entryId names the first posting. */
  repeated: boolean;
}

/** Decimals of the ledger's columns. */
const ledgerScale = 18;

interface AccountRow {
  id: string;
  kind: AccountKind;
  shardId: number;
  mayBeNegative: boolean;
  userId: string;
  assetId: number;
  balance: string;
}

/**
 * Posts one entry. Must run inside a transaction.
 * @throws DomainError insufficient_balance when a wallet would fall below zero: roll back
 * @throws RangeError when the legs are not balanced or not decimals
 */
export async function postEntry(tx: Transaction, entry: LedgerEntry): Promise<PostedEntry> {
  const [posted] = await postEntries(tx, [entry]);
  return posted as PostedEntry;
}

/**
 * Posts many entries in a fixed number of statements, all or none; results stand in the order of the entries.
 * Whether a wallet suffices is asked of the sum of all of them.
 * @throws as postEntry
 */
export async function postEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<PostedEntry[]> {
  if (entries.length === 0) return [];
  for (const entry of entries) assertBalanced(entry);
  const created = await insertEntries(tx, entries);
  const fresh = entries.filter((entry) => created.has(entry.idempotencyKey));
  if (fresh.length > 0) await move(tx, fresh, created);
  const known = fresh.length === entries.length ? new Map<string, number>() : await findEntries(tx, entries);
  return entries.map(({ idempotencyKey }) => {
    const entryId = created.get(idempotencyKey) ?? known.get(idempotencyKey);
    if (entryId === undefined) throw new Error(`ledger entry ${idempotencyKey} was neither made nor found`);
    return { entryId, repeated: !created.has(idempotencyKey) };
  });
}

function assertBalanced(entry: LedgerEntry): void {
  const sums = new Map<number, bigint>();
  const seen = new Set<string>();
  for (const { account, amount } of entry.legs) {
    const key = accountKey(account);
    if (seen.has(key)) throw new RangeError(`ledger entry ${entry.idempotencyKey} names ${key} twice`);
    seen.add(key);
    sums.set(account.assetId, (sums.get(account.assetId) ?? 0n) + parseBigUnits(amount, ledgerScale));
  }
  if (seen.size < 2) throw new RangeError(`ledger entry ${entry.idempotencyKey} needs two sides`);
  for (const [assetId, sum] of sums) {
    if (sum === 0n) continue;
    const text = formatBigUnits(sum, ledgerScale);
    throw new RangeError(`ledger entry ${entry.idempotencyKey} is off by ${text} in asset ${assetId}`);
  }
}

/** Ids of the entries that are new, by key. A key that another transaction is posting is waited for. */
async function insertEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<Map<string, number>> {
  const ordered = [...entries].sort((a, b) => compare(a.idempotencyKey, b.idempotencyKey));
  const { rows } = await tx.query<{ id: string; key: string }>({
    name: 'ledger-insert-entries',
    text: `INSERT INTO ledger_entries (kind, reference, idempotency_key)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
      ON CONFLICT (idempotency_key) DO NOTHING RETURNING id, idempotency_key AS key`,
    values: [
      ordered.map((entry) => entry.kind),
      ordered.map((entry) => entry.reference),
      ordered.map((entry) => entry.idempotencyKey),
    ],
  });
  return new Map(rows.map((row) => [row.key, Number(row.id)]));
}

async function findEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; key: string }>({
    name: 'ledger-find-entries',
    text: 'SELECT id, idempotency_key AS key FROM ledger_entries WHERE idempotency_key = ANY ($1::text[])',
    values: [entries.map((entry) => entry.idempotencyKey)],
  });
  return new Map(rows.map((row) => [row.key, Number(row.id)]));
}

async function move(tx: Transaction, entries: LedgerEntry[], entryIds: Map<string, number>): Promise<void> {
  const changes = sumByAccount(entries);
  const accounts = await lockAccounts(
    tx,
    [...changes.values()].map((change) => change.account),
  );
  for (const { account, amount } of changes.values()) assertSufficient(account, amount, accounts);
  await changeBalances(tx, [...changes.values()], accounts);
  await insertLegs(tx, entries, entryIds, accounts);
}

interface AccountChange {
  account: AccountName;
  amount: bigint;
}

function sumByAccount(entries: LedgerEntry[]): Map<string, AccountChange> {
  const changes = new Map<string, AccountChange>();
  for (const { legs } of entries) {
    for (const leg of legs) {
      const key = accountKey(leg.account);
      const amount = parseBigUnits(leg.amount, ledgerScale);
      const change = changes.get(key);
      if (change) change.amount += amount;
      else changes.set(key, { account: leg.account, amount });
    }
  }
  return changes;
}

/** Makes the accounts that are missing and locks them all, in the order of their ids. */
async function lockAccounts(tx: Transaction, accounts: AccountName[]): Promise<Map<string, AccountRow>> {
  const ordered = [...accounts].sort((a, b) => compare(accountKey(a), accountKey(b)));
  const values = [
    ordered.map((account) => account.kind),
    ordered.map((account) => account.shardId ?? 0),
    ordered.map((account) => account.userId),
    ordered.map((account) => account.assetId),
  ];
  const select = {
    name: 'ledger-lock-accounts',
    text: `SELECT id, kind, shard_id AS "shardId", may_be_negative AS "mayBeNegative", user_id AS "userId",
        asset_id AS "assetId", balance FROM ledger_accounts
      WHERE (kind, shard_id, user_id, asset_id) IN
        (SELECT * FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::smallint[]))
      ORDER BY id FOR UPDATE`,
    values,
  };
  let { rows } = await tx.query<AccountRow>(select);
  if (rows.length < ordered.length) {
    await tx.query({
      name: 'ledger-create-accounts',
      text: `INSERT INTO ledger_accounts (kind, shard_id, may_be_negative, user_id, asset_id)
        SELECT kind, shard_id, may_be_negative, user_id, asset_id
        FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::smallint[]) AS wanted(kind, shard_id, user_id, asset_id)
        JOIN ledger_account_kinds USING (kind, shard_id) ON CONFLICT DO NOTHING`,
      values,
    });
    ({ rows } = await tx.query<AccountRow>(select));
  }
  return new Map(rows.map((row) => [accountKey({ ...row, userId: Number(row.userId) }), row]));
}

function assertSufficient(account: AccountName, amount: bigint, accounts: Map<string, AccountRow>): void {
  const row = accountRow(accounts, account);
  if (amount >= 0n || row.mayBeNegative) return;
  const balance = parseBigUnits(row.balance, ledgerScale);
  if (balance + amount >= 0n) return;
  throw new DomainError('insufficient_balance', {
    details: {
      account: accountKey(account),
      required: formatBigUnits(-amount, ledgerScale),
      available: formatBigUnits(balance, ledgerScale),
    },
  });
}

async function changeBalances(
  tx: Transaction,
  changes: AccountChange[],
  accounts: Map<string, AccountRow>,
): Promise<void> {
  await tx.query({
    name: 'ledger-change-balances',
    text: `UPDATE ledger_accounts account SET balance = account.balance + change.amount
      FROM unnest($1::bigint[], $2::numeric[]) AS change(id, amount) WHERE account.id = change.id`,
    values: [
      changes.map(({ account }) => accountRow(accounts, account).id),
      changes.map(({ amount }) => formatBigUnits(amount, ledgerScale)),
    ],
  });
}

async function insertLegs(
  tx: Transaction,
  entries: LedgerEntry[],
  entryIds: Map<string, number>,
  accounts: Map<string, AccountRow>,
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
      legs.map((leg) => accountRow(accounts, leg.account).id),
      legs.map((leg) => leg.amount),
    ],
  });
}

function accountRow(accounts: Map<string, AccountRow>, account: AccountName): AccountRow {
  const row = accounts.get(accountKey(account));
  if (!row)
    throw new Error(
      `ledger account ${accountKey(account)} was neither made nor found: is it in the chart of accounts?`,
    );
  return row;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
