/** Rows of accounts: made when they are first named, and locked in the order of their ids. */
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../platform/database/index.ts';
import { type AccountName, accountKey } from './chart.ts';
import { rowList } from './row-list.ts';
import { formatAmount, parseAmount } from './units.ts';

export interface AccountRow {
  id: string;
  balance: bigint;
  held: bigint;
}

/** By accountKey. */
export type AccountRows = ReadonlyMap<string, AccountRow>;

/**
 * Makes the accounts that are missing and locks them all, in the order of their ids. A transaction that uses accounts in
 * several steps locks all of them by one call first.
 */
export async function lockAccounts(tx: Transaction, accounts: readonly AccountName[]): Promise<AccountRows> {
  const named = new Map(accounts.map((account) => [accountKey(account), account]));
  const ordered = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account);
  let rows = await selectForUpdate(tx, ordered);
  if (rows.length < ordered.length) {
    await createAccounts(tx, ordered);
    rows = await selectForUpdate(tx, ordered);
  }
  return new Map(
    rows.map(({ at, id, balance, held }) => [
      accountKey(ordered[at] as AccountName),
      { id, balance: parseAmount(balance), held: parseAmount(held) },
    ]),
  );
}

interface SelectedRow {
  /** Place among those asked for, from 0. */
  at: number;
  id: string;
  balance: string;
  held: string;
}

async function selectForUpdate(tx: Transaction, accounts: readonly AccountName[]): Promise<SelectedRow[]> {
  const wanted = rowList(
    'wanted',
    { kind: 'text', shard_id: 'smallint', user_id: 'bigint', object_id: 'bigint', asset_id: 'smallint', at: 'integer' },
    accounts.map(({ kind, shardId, userId, objectId, assetId }, at) => {
      return [kind.name, shardId, userId, objectId, assetId, at];
    }),
  );
  const { rows } = await tx.query<SelectedRow>({
    name: `ledger-lock-accounts-${wanted.suffix}`,
    text: `SELECT at, id, balance, held FROM ledger_accounts JOIN ${wanted.sql} USING (kind, shard_id, user_id, object_id, asset_id)
      ORDER BY id FOR UPDATE OF ledger_accounts`,
    values: wanted.values,
  });
  return rows;
}

function namesOf(accounts: readonly AccountName[]): unknown[] {
  return [
    accounts.map(({ kind }) => kind.name),
    accounts.map(({ shardId }) => shardId),
    accounts.map(({ userId }) => userId),
    accounts.map(({ objectId }) => objectId),
    accounts.map(({ assetId }) => assetId),
  ];
}

/** Writes the missing rows of accounts, and before them of the chart. A kind that Postgres has with other rules gets none. */
async function createAccounts(tx: Transaction, accounts: readonly AccountName[]): Promise<void> {
  const names = namesOf(accounts);
  const rules = [
    accounts.map(({ kind }) => kind.owner),
    accounts.map(({ kind }) => kind.isPerObject === true),
    accounts.map(({ kind }) => kind.assets),
    accounts.map(({ kind }) => kind.mayBeNegative),
    accounts.map(({ kind }) => kind.figure),
  ];
  await tx.query({
    name: 'ledger-create-kinds',
    text: `INSERT INTO ledger_account_kinds (kind, shard_id, owner, is_per_object, assets, may_be_negative, figure)
      SELECT DISTINCT * FROM unnest($1::text[], $2::smallint[], $3::text[], $4::boolean[], $5::text[], $6::boolean[], $7::text[])
      ON CONFLICT (kind, shard_id) DO NOTHING`,
    values: [...names.slice(0, 2), ...rules],
  });
  await tx.query({
    name: 'ledger-create-accounts',
    text: `INSERT INTO ledger_accounts (kind, shard_id, may_be_negative, user_id, object_id, asset_id)
      SELECT kind, shard_id, chart.may_be_negative, user_id, object_id, asset_id
      FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::boolean[], $8::text[],
        $9::boolean[], $10::text[]) AS wanted(kind, shard_id, user_id, object_id, asset_id, owner, is_per_object, assets,
        may_be_negative, figure)
      JOIN ledger_account_kinds chart USING (kind, shard_id, owner, is_per_object, assets, may_be_negative)
      WHERE chart.figure IS NOT DISTINCT FROM wanted.figure ON CONFLICT DO NOTHING`,
    values: [...names, ...rules],
  });
}

/** @throws Error when the chart in Postgres has the kind with other rules */
export function accountRow(rows: AccountRows, account: AccountName): AccountRow {
  const row = rows.get(accountKey(account));
  if (row) return row;
  throw new Error(
    `ledger account ${accountKey(account)} cannot be made: ledger_account_kinds has its kind with other rules`,
  );
}

/** What an account has beside what is held, in the ledger's smallest unit of 10^-18. */
export function availableOf(rows: AccountRows, account: AccountName): bigint {
  const { balance, held } = accountRow(rows, account);
  return balance - held;
}

/** @throws DomainError insufficient_balance when the amount is more than the account has beside what is held */
export function demandAvailable(rows: AccountRows, account: AccountName, amount: bigint): void {
  const { balance, held } = accountRow(rows, account);
  if (account.kind.mayBeNegative || balance - held >= amount) return;
  throw new DomainError('insufficient_balance', {
    details: {
      account: accountKey(account),
      required: formatAmount(amount),
      available: formatAmount(balance - held),
    },
  });
}
