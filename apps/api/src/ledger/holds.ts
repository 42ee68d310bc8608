/**
 * Holds: money that stays on its account and cannot be spent but by the hold. `hold` makes one, `release` frees it again,
 * `capture` moves it to other accounts; both in whole or in part. What remains of a hold, and what is held of an account,
 * follow from the rows written here by triggers, and Postgres refuses a hold of more than the account has.
 */
import type { Transaction } from '../platform/database/index.ts';
import { accountRow, demandAvailable, lockAccounts } from './account-rows.ts';
import { type AccountName, accountKey } from './chart.ts';
import { contentHash, demandSameContent, repeatedWithOtherContent } from './content-hash.ts';
import { assertBalanced, entryHash, insertEntries, type LedgerEntry, type LedgerLeg } from './entries.ts';
import { findChange, findHold, type Hold, insertChange, insertHold } from './hold-rows.ts';
import { moveMoney, type PostedEntry } from './post-entries.ts';
import { formatAmount, parseAmount } from './units.ts';

export interface NewHold {
  account: AccountName;
  /** Whole units as a decimal string, above zero. */
  amount: string;
  /** What it is for: 'withdrawal', 'offering', ... */
  kind: string;
  /** What it is for exactly: 'withdrawal:12' */
  reference: string;
  /** Names the hold from now on. */
  idempotencyKey: string;
  /** From when on a job of the domain releases it. Nothing is released by itself. */
  expiresAt?: Date;
}

export interface Release {
  /** The idempotency key that the hold was made with. */
  hold: string;
  /** All that remains when absent. */
  amount?: string;
  idempotencyKey: string;
}

export interface Capture {
  /** The idempotency key that the hold was made with. */
  hold: string;
  /** Where the money goes: the sum is what is taken from the hold. Amounts above zero, of the hold's asset. */
  to: LedgerLeg[];
  /** The kind of the entry that is posted. */
  kind: string;
  reference: string;
  idempotencyKey: string;
}

/**
 * Holds money of an account.
 * @returns the hold's id, and whether the key was known, so that nothing was done now
 * @throws DomainError insufficient_balance when the account has less beside what is held already; repeated_with_other_content
 * when the key was used for another hold: roll back
 * @throws RangeError for an amount that is not above zero, or an account that may be negative or is a shard's
 */
export async function hold(tx: Transaction, wanted: NewHold): Promise<{ holdId: number; repeated: boolean }> {
  const { account, kind, reference, idempotencyKey, expiresAt = null } = wanted;
  const amount = parsePositive(wanted.amount);
  if (account.kind.mayBeNegative || account.kind.owner === 'shard')
    throw new RangeError(`nothing can be held of ${accountKey(account)}`);
  const hash = contentHash([accountKey(account), kind, reference, formatAmount(amount)]);
  const rows = await lockAccounts(tx, [account]);
  const known = await findHold(tx, idempotencyKey);
  if (known) {
    demandSameContent(idempotencyKey, known.contentHash, hash);
    return { holdId: known.id, repeated: true };
  }
  demandAvailable(rows, account, amount);
  const accountId = accountRow(rows, account).id;
  const holdId = await insertHold(tx, { accountId, kind, reference, idempotencyKey, hash, amount, expiresAt });
  // Made meanwhile under the same key, of another account: this one's row is locked.
  if (holdId === undefined) throw repeatedWithOtherContent(idempotencyKey);
  return { holdId, repeated: false };
}

/**
 * Frees what is held, in whole or in part.
 * @returns how much was freed: '0' when nothing remained
 * @throws DomainError repeated_with_other_content when the key was used for another release or capture
 * @throws RangeError when there is no such hold, or less than the amount remains of it
 */
export async function release(tx: Transaction, wanted: Release): Promise<{ amount: string; repeated: boolean }> {
  const { idempotencyKey } = wanted;
  const asked = wanted.amount === undefined ? undefined : parsePositive(wanted.amount);
  const hash = contentHash([wanted.hold, 'release', asked === undefined ? 'all' : formatAmount(asked)]);
  const { account } = await demandHold(tx, wanted.hold);
  await lockAccounts(tx, [account]);
  const known = await findChange(tx, idempotencyKey);
  if (known) {
    demandSameContent(idempotencyKey, known.contentHash, hash);
    return { amount: known.amount, repeated: true };
  }
  const held = await demandHold(tx, wanted.hold, asked);
  const amount = asked ?? held.remaining;
  if (amount > 0n) await insertChange(tx, { holdId: held.id, kind: 'release', idempotencyKey, hash, amount });
  return { amount: formatAmount(amount), repeated: false };
}

/**
 * Moves held money to other accounts, in whole or in part, by one entry of the ledger.
 * @throws DomainError repeated_with_other_content when the key was used for something else
 * @throws RangeError when there is no such hold, less remains of it, or the accounts are not of its asset
 */
export async function capture(tx: Transaction, wanted: Capture): Promise<PostedEntry> {
  const { idempotencyKey } = wanted;
  const amount = wanted.to.reduce((sum, leg) => sum + parsePositive(leg.amount), 0n);
  const { account } = await demandHold(tx, wanted.hold);
  const entry = captureEntry(wanted, account, amount);
  const hash = contentHash([wanted.hold, 'capture', entryHash(entry).toString('hex')]);
  await lockAccounts(
    tx,
    entry.legs.map((leg) => leg.account),
  );
  const known = await findChange(tx, idempotencyKey);
  if (known) {
    demandSameContent(idempotencyKey, known.contentHash, hash);
    return { entryId: Number(known.entryId), repeated: true };
  }
  const held = await demandHold(tx, wanted.hold, amount);
  const entryIds = await insertEntries(tx, [entry]);
  const entryId = entryIds.get(idempotencyKey);
  // The key is that of an entry which captured nothing.
  if (entryId === undefined) throw repeatedWithOtherContent(idempotencyKey);
  // Before the money moves: until then it is held, and what is held cannot leave.
  await insertChange(tx, { holdId: held.id, kind: 'capture', idempotencyKey, hash, amount, entryId });
  await moveMoney(tx, [entry], entryIds);
  return { entryId, repeated: false };
}

function captureEntry(
  { kind, reference, idempotencyKey, to }: Capture,
  from: AccountName,
  amount: bigint,
): LedgerEntry {
  const legs = [{ account: from, amount: formatAmount(-amount) }, ...to];
  const entry = { kind, reference, idempotencyKey, legs };
  assertBalanced(entry);
  return entry;
}

/** @throws RangeError when there is no such hold, or less remains of it than wanted */
async function demandHold(tx: Transaction, idempotencyKey: string, wanted = 0n): Promise<Hold> {
  const found = await findHold(tx, idempotencyKey);
  if (!found) throw new RangeError(`there is no hold ${idempotencyKey}`);
  if (found.remaining >= wanted) return found;
  throw new RangeError(
    `${formatAmount(found.remaining)} remain of the hold ${idempotencyKey}, not ${formatAmount(wanted)}`,
  );
}

/** @throws RangeError */
function parsePositive(amount: string): bigint {
  const units = parseAmount(amount);
  if (units <= 0n) throw new RangeError(`the amount ${amount} is not above zero`);
  return units;
}
