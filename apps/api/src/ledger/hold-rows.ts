/** Rows of holds and of their changes. */
import type { Queryable, Transaction } from '../platform/database/index.ts';
import { type AccountKind, type AccountName, accountOf } from './chart.ts';
import { formatAmount, parseAmount } from './units.ts';

export interface Hold {
  id: number;
  account: AccountName;
  kind: string;
  reference: string;
  /** In the ledger's smallest unit. */
  amount: bigint;
  /** The amount less what was released and captured. */
  remaining: bigint;
  expiresAt: Date | null;
  contentHash: Buffer;
}

interface HoldRow extends Omit<Hold, 'id' | 'account' | 'amount' | 'remaining'> {
  id: string;
  amount: string;
  remaining: string;
  /** The account of a hold is neither a shard's nor one that may be negative. */
  rules: AccountKind;
  shardId: number;
  userId: string;
  objectId: string;
  assetId: number;
}

/** A hold as it is now: to act on it, lock its account first. */
export async function findHold(db: Queryable, idempotencyKey: string): Promise<Hold | undefined> {
  const { rows } = await db.query<HoldRow>({
    name: 'ledger-find-hold',
    text: `SELECT hold.id, hold.kind, reference, amount, remaining, expires_at AS "expiresAt", content_hash AS "contentHash",
        account.shard_id AS "shardId", user_id AS "userId", object_id AS "objectId", asset_id AS "assetId",
        json_build_object('name', chart.kind, 'owner', owner, 'isPerObject', is_per_object, 'assets', assets,
          'mayBeNegative', chart.may_be_negative, 'figure', figure) AS rules
      FROM ledger_holds hold JOIN ledger_accounts account ON account.id = account_id
        JOIN ledger_account_kinds chart ON chart.kind = account.kind AND chart.shard_id = account.shard_id
      WHERE idempotency_key = $1`,
    values: [idempotencyKey],
  });
  return rows[0] && toHold(rows[0]);
}

function toHold({ rules, shardId, userId, objectId, assetId, ...row }: HoldRow): Hold {
  return {
    ...row,
    id: Number(row.id),
    account: accountOf(rules, { shardId, userId: Number(userId), objectId: Number(objectId), assetId }),
    amount: parseAmount(row.amount),
    remaining: parseAmount(row.remaining),
  };
}

interface HoldToInsert extends Pick<Hold, 'kind' | 'reference' | 'amount' | 'expiresAt'> {
  accountId: string;
  idempotencyKey: string;
  hash: Buffer;
}

/** The id; undefined when the key is known. */
export async function insertHold(tx: Transaction, hold: HoldToInsert): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'ledger-insert-hold',
    text: `INSERT INTO ledger_holds (account_id, kind, reference, idempotency_key, content_hash, amount, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (idempotency_key) DO NOTHING RETURNING id`,
    values: [
      hold.accountId,
      hold.kind,
      hold.reference,
      hold.idempotencyKey,
      hold.hash,
      formatAmount(hold.amount),
      hold.expiresAt,
    ],
  });
  return rows[0] && Number(rows[0].id);
}

interface KnownChange {
  contentHash: Buffer;
  /** Whole units. */
  amount: string;
  entryId: string | null;
}

export async function findChange(tx: Transaction, idempotencyKey: string): Promise<KnownChange | undefined> {
  const { rows } = await tx.query<KnownChange>({
    name: 'ledger-find-hold-change',
    text: `SELECT content_hash AS "contentHash", trim_scale(amount)::text AS amount, entry_id AS "entryId"
      FROM ledger_hold_changes WHERE idempotency_key = $1`,
    values: [idempotencyKey],
  });
  return rows[0];
}

interface ChangeToInsert {
  holdId: number;
  kind: 'release' | 'capture';
  idempotencyKey: string;
  hash: Buffer;
  amount: bigint;
  /** The entry of a capture. */
  entryId?: number;
}

/** Takes the amount from what remains of the hold, and from what is held of its account. */
export async function insertChange(tx: Transaction, change: ChangeToInsert): Promise<void> {
  await tx.query({
    name: 'ledger-insert-hold-change',
    text: `INSERT INTO ledger_hold_changes (hold_id, kind, idempotency_key, content_hash, amount, entry_id)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      change.holdId,
      change.kind,
      change.idempotencyKey,
      change.hash,
      formatAmount(change.amount),
      change.entryId ?? null,
    ],
  });
}
