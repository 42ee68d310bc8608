/**
 * Deposit addresses. The worker makes them in advance, with the signer; here a user takes one. So the process that faces the Internet knows
 * neither keys nor the signer.
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { currentFloor, readFloor } from '../payments/index.ts';
import { memosOf } from './address-floors.ts';

export interface DepositAddressRow {
  address: string;
  memo: string;
  isUsed: boolean;
}

export interface AddressWanted {
  userId: number;
  networkId: number;
  /** Whether its coin identifies depositors by a memo. */
  isMemo: boolean;
}

/** The user's newest address of the network; undefined when there is none. */
export async function findAddress(db: Queryable, wanted: AddressWanted): Promise<DepositAddressRow | undefined> {
  const { rows } = await db.query<DepositAddressRow>(
    `SELECT address, memo, used_at IS NOT NULL AS "isUsed" FROM deposit_addresses
      WHERE user_id = $1 AND network_id = $2 AND (memo <> '') = $3 ORDER BY taken_at DESC, id DESC LIMIT 1`,
    [wanted.userId, wanted.networkId, wanted.isMemo],
  );
  return rows[0];
}

/**
 * The user's address: the current one, or one that is taken now.
 * @param given whether another one is wanted in place of a current one that was used
 * @returns 'unused' when another one is wanted and the current one was not used; undefined when there is none to take
 */
export function provideAddress(
  pool: pg.Pool,
  wanted: AddressWanted,
  { isNew }: { isNew: boolean },
): Promise<DepositAddressRow | 'unused' | undefined> {
  return inTransaction(pool, async (tx) => {
    // Two requests of one user get one address.
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [wanted.userId]);
    const current = await findAddress(tx, wanted);
    if (current && !isNew) return current;
    if (current && !current.isUsed) return 'unused';
    return wanted.isMemo ? takeMemo(tx, wanted) : takeSpare(tx, wanted);
  });
}

async function takeSpare(
  tx: Transaction,
  { userId, networkId }: AddressWanted,
): Promise<DepositAddressRow | undefined> {
  const { rows } = await tx.query<DepositAddressRow>(
    `UPDATE deposit_addresses SET user_id = $1, taken_at = clock_timestamp() WHERE id = (
       SELECT id FROM deposit_addresses WHERE network_id = $2 AND user_id IS NULL AND derivation_index >= (${currentFloor})
        ORDER BY derivation_index LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING address, memo, false AS "isUsed"`,
    [userId, networkId],
  );
  return rows[0];
}

async function takeMemo(tx: Transaction, { userId, networkId }: AddressWanted): Promise<DepositAddressRow | undefined> {
  const floor = await readFloor(tx);
  if (floor === undefined) return undefined;
  const { min, max } = memosOf(floor);
  const memos = Array.from({ length: 20 }, () => String(randomInt(min, max + 1)));
  // Of numbers by chance the first that nobody has.
  const { rows } = await tx.query<DepositAddressRow>(
    `INSERT INTO deposit_addresses (network_id, user_id, address, memo, derivation_index, taken_at)
     SELECT cursor.network_id, $1, cursor.hot_address, memo, 0, clock_timestamp()
       FROM chain_cursors cursor, unnest($3::text[]) AS memo
      WHERE cursor.network_id = $2 AND NOT EXISTS (
        SELECT 1 FROM deposit_addresses taken
         WHERE taken.network_id = $2 AND taken.address = cursor.hot_address AND taken.memo = memo.memo)
      LIMIT 1 RETURNING address, memo, false AS "isUsed"`,
    [userId, networkId, memos],
  );
  return rows[0];
}
