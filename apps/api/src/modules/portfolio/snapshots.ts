/** Balances of all accounts at the beginning of each hour. */
import { houseUserMin } from '@pelican/shared/engine/spot';
import type pg from 'pg';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';

/** Of the hours before, the last balance of each day is kept. */
const hourlyDays = 2;

/** Of the main and trade wallets, held money included, what loans hold, and what is on its way between them; of futures wallets the cash and the margin of isolated positions. */
const balancesNow = `SELECT user_id, asset_id, sum(amount) AS amount FROM (
    SELECT user_id, asset_id, balance AS amount FROM ledger_accounts
      WHERE kind IN ('main', 'p2p_offer', 'p2p_request', 'p2p_pledge') OR kind IN (SELECT kind FROM ledger_account_kinds WHERE figure = 'transit')
    UNION ALL SELECT user_id, asset_id, available + frozen FROM trade_balances
    UNION ALL SELECT user_id, settled.asset_id, cash FROM perpetual_accounts JOIN settled USING (shard_id)
    UNION ALL SELECT user_id, settle_asset_id, margin FROM perpetual_positions JOIN instruments ON instruments.id = market_id WHERE mode = 1 AND size <> 0
  ) held WHERE user_id BETWEEN 1 AND ${houseUserMin - 1} GROUP BY user_id, asset_id`;

/**
 * Takes effect once an hour, however often it is called: the hour's row is written in the transaction that writes its balances.
 * @returns whether this call has written them
 */
export function takeSnapshot(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ hour: Date }>(
      `INSERT INTO portfolio_hours (taken_at) VALUES (date_trunc('hour', clock_timestamp(), 'UTC')) ON CONFLICT DO NOTHING RETURNING taken_at AS hour`,
    );
    const hour = rows[0]?.hour;
    if (!hour) return false;
    await writeBalances(tx, hour);
    await thinOut(tx, hour);
    await deleteOfErased(tx, hour);
    return true;
  });
}

/** A row where the amount has changed since the last one, also to zero. */
async function writeBalances(tx: Queryable, hour: Date): Promise<void> {
  await tx.query(
    `WITH settled AS (SELECT DISTINCT shard_id, settle_asset_id AS asset_id FROM instruments),
      held AS (${balancesNow})
      INSERT INTO portfolio_balances (user_id, asset_id, taken_at, amount)
        SELECT held.user_id, held.asset_id, $1, held.amount FROM held
          JOIN users ON users.id = held.user_id AND users.deleted_at IS NULL
          LEFT JOIN LATERAL (SELECT amount FROM portfolio_balances before
            WHERE before.user_id = held.user_id AND before.asset_id = held.asset_id ORDER BY taken_at DESC LIMIT 1) last ON true
          WHERE held.amount <> coalesce(last.amount, 0)`,
    [hour],
  );
}

/** Hours that no chart shows any more: of each day, which ends at midnight UTC, its last balance stays. */
async function thinOut(tx: Queryable, hour: Date): Promise<void> {
  const day = (row: string) => `date_trunc('day', ${row}.taken_at - interval '1 hour', 'UTC')`;
  await tx.query(
    `DELETE FROM portfolio_balances old
      WHERE taken_at <= $1::timestamptz - make_interval(days => $2) AND taken_at > $1::timestamptz - make_interval(days => $2 + 2)
        AND EXISTS (SELECT FROM portfolio_balances later WHERE later.user_id = old.user_id AND later.asset_id = old.asset_id
          AND later.taken_at > old.taken_at AND ${day('later')} = ${day('old')})`,
    [hour, hourlyDays],
  );
  await tx.query('DELETE FROM portfolio_hours WHERE taken_at < $1::timestamptz - make_interval(days => $2)', [
    hour,
    hourlyDays,
  ]);
}

/**
 * Accounts that were erased while their balances were written. An erasure that comes later waits for the references of the new rows to
 * their accounts, and deletes them itself.
 */
async function deleteOfErased(tx: Queryable, hour: Date): Promise<void> {
  await tx.query(
    `DELETE FROM portfolio_balances balance USING users
      WHERE users.id = balance.user_id AND users.deleted_at > $1::timestamptz - make_interval(days => $2)`,
    [hour, hourlyDays],
  );
}

/** Of a user whose account is erased. */
export async function deleteSnapshotsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM portfolio_balances WHERE user_id = $1', [userId]);
}
