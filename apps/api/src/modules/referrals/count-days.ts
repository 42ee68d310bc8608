/**
 * Counts what friends' fees have earned, day by day (UTC). A day is counted once, in one transaction with its mark in
 * `referral_days`, after settlement has passed its end.
 */

import { claimDays, kycDays, referralShare } from '@pelican/shared/contracts/referrals';
import type pg from 'pg';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';

/**
 * Counts each day that has ended and was not counted; the first day ever counted is yesterday.
 * @throws Error while settlement has not passed the end of a day
 */
export async function countEndedDays(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT day::date::text AS day FROM generate_series(
        (SELECT coalesce(max(day) + 1, (now() AT TIME ZONE 'UTC')::date - 1) FROM referral_days),
        (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day ORDER BY day`,
  );
  for (const { day } of rows) await inTransaction(pool, (tx) => countDay(tx, day));
  return rows.length;
}

/** @param day '2026-11-23' @throws Error while settlement has not passed its end */
export async function countDay(tx: Transaction, day: string): Promise<void> {
  const first = await tx.query('INSERT INTO referral_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [day]);
  if (first.rowCount === 0) return;
  // A day of a busy exchange takes longer than a request may.
  await tx.query('SET LOCAL statement_timeout = 0');
  await demandSettled(tx, day);
  await qualifyFriends(tx, day);
  await accrue(tx, day);
}

/** The first part of a stream id is its time in milliseconds. */
async function demandSettled(tx: Transaction, day: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT name FROM settlement_cursors JOIN shards ON shards.id = shard_id
      WHERE kind = 'spot' AND to_timestamp(split_part(position, '-', 1)::bigint / 1000.0) < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    [day],
  );
  if (rows.length > 0) throw new Error(`${rows.map(({ name }) => name).join()} is not settled to the end of ${day}`);
}

/** A friend who may qualify: nobody does whose KYC was not approved in time. */
const mayQualify = `qualified_at IS NULL AND kyc_status = 'approved' AND kyc_approved_at <= signed_up_at + make_interval(days => $2)`;

/**
 * Friends whose KYC was approved in time and who have traded crypto for crypto. Of a friend's trades only those are searched that come after
 * the day that was searched last.
 */
async function qualifyFriends(tx: Transaction, day: string): Promise<void> {
  const firstTrade = (side: 'buyer' | 'seller') => `(SELECT time FROM spot_deals
    JOIN assets base ON base.id = base_asset_id JOIN assets quote ON quote.id = quote_asset_id
    WHERE ${side}_id = friend_id AND time >= searched.since AND time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND NOT base.is_fiat AND NOT quote.is_fiat ORDER BY time LIMIT 1)`;
  await tx.query(
    `UPDATE referrals SET searched_until = $1::date, first_trade_at = found.time FROM (
        SELECT friend_id, least(${firstTrade('buyer')}, ${firstTrade('seller')}) AS time FROM (
          SELECT friend_id, coalesce((searched_until + 1)::timestamp AT TIME ZONE 'UTC', signed_up_at) AS since
            FROM referrals JOIN users u ON u.id = friend_id WHERE first_trade_at IS NULL AND ${mayQualify}
        ) AS searched
      ) AS found WHERE referrals.friend_id = found.friend_id`,
    [day, kycDays],
  );
  const { rows } = await tx.query<{ friendId: string; referrerId: string }>(
    `UPDATE referrals SET qualified_at = greatest(kyc_approved_at, first_trade_at) FROM users u
      WHERE u.id = friend_id AND ${mayQualify}
        AND greatest(kyc_approved_at, first_trade_at) < ($1::date + 1)::timestamp AT TIME ZONE 'UTC' AND first_trade_at IS NOT NULL
      RETURNING friend_id AS "friendId", referrer_id AS "referrerId"`,
    [day, kycDays],
  );
  await writeNotices(
    tx,
    rows.map(({ friendId, referrerId }) => ({
      userId: Number(referrerId),
      kind: 'referral_friend_qualified' as const,
      payload: {},
      key: `referral_friend:${friendId}`,
    })),
  );
}

async function accrue(tx: Transaction, day: string): Promise<void> {
  const fees = (
    side: 'buyer' | 'seller',
  ) => `SELECT friend_id, referrer_id, ${side}_fee_asset_id AS asset_id, ${side}_fee AS fee
    FROM referrals JOIN spot_deals ON ${side}_id = friend_id
      JOIN users friend ON friend.id = friend_id AND friend.status = 'active'
      JOIN users referrer ON referrer.id = referrer_id AND referrer.status = 'active'
    WHERE qualified_at IS NOT NULL AND time >= greatest(qualified_at, $1::date::timestamp AT TIME ZONE 'UTC')
      AND time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  await tx.query(
    `INSERT INTO referral_accruals (referrer_id, friend_id, asset_id, day, fees, amount, expires_at)
      SELECT referrer_id, friend_id, asset_id, $1::date, sum(fee), trunc(sum(fee) * $2::numeric, scale),
          ($1::date + 1)::timestamp AT TIME ZONE 'UTC' + make_interval(days => $3)
        FROM (${fees('buyer')} UNION ALL ${fees('seller')}) AS paid JOIN assets ON assets.id = asset_id
        GROUP BY referrer_id, friend_id, asset_id, scale HAVING trunc(sum(fee) * $2::numeric, scale) > 0`,
    [day, referralShare, claimDays],
  );
}
