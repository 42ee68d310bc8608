/**
 * Counts what friends' fees have earned, day by day (UTC), after settlement has passed the day's end. Friends are taken in pages, each in
 * a transaction of its own; the day is marked in `referral_days` after the last one. A page that is repeated, by a run that begins again or
 * by a second worker, finds what the first has written and changes nothing.
 */

import { claimDays, kycDays, referralShare } from '@pelican/shared/contracts/referrals';
import type pg from 'pg';
import { isVerifiedBy } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';

export interface CountOptions {
  /** Ends the count between two pages. */
  signal?: AbortSignal;
  /** Friends of a page. */
  pageSize?: number;
}

/** Of one page: friends after the first id, up to the last one. */
interface Page {
  day: string;
  after: string;
  last: string;
}

/**
 * Counts each day that has ended and was not counted; the first day ever counted is yesterday.
 * @throws Error while settlement has not passed the end of a day
 */
export async function countEndedDays(pool: pg.Pool, options: CountOptions = {}): Promise<number> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT day::date::text AS day FROM generate_series(
        (SELECT coalesce(max(day) + 1, (now() AT TIME ZONE 'UTC')::date - 1) FROM referral_days),
        (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day ORDER BY day`,
  );
  for (const { day } of rows) {
    await demandSettled(pool, day);
    await forEachPage(pool, day, qualifyFriends, options);
    await forEachPage(pool, day, accrue, options);
    await pool.query('INSERT INTO referral_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [day]);
  }
  return rows.length;
}

/** One transaction a page. */
async function forEachPage(
  pool: pg.Pool,
  day: string,
  work: (tx: Transaction, page: Page) => Promise<void>,
  { signal, pageSize = 5_000 }: CountOptions,
): Promise<void> {
  for (let after = '0'; ; ) {
    signal?.throwIfAborted();
    const { rows } = await pool.query<{ last: string | null }>(
      `SELECT max(friend_id) AS last FROM (
          SELECT friend_id FROM referrals WHERE friend_id > $1 ORDER BY friend_id LIMIT $2) AS page`,
      [after, pageSize],
    );
    const last = rows[0]?.last;
    if (!last) return;
    await inTransaction(pool, (tx) => work(tx, { day, after, last }));
    after = last;
  }
}

/** The first part of a stream id is its time in milliseconds. */
async function demandSettled(db: Queryable, day: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM settlement_cursors JOIN shards ON shards.id = shard_id
      WHERE kind = 'spot' AND to_timestamp(split_part(position, '-', 1)::bigint / 1000.0) < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    [day],
  );
  if (rows.length > 0) throw new Error(`${rows.map(({ name }) => name).join()} is not settled to the end of ${day}`);
}

/** A friend who may qualify. */
const mayQualify = `qualified_at IS NULL AND ${isVerifiedBy('u', 'signed_up_at + make_interval(days => $2)')}`;

/** A friend of the page. */
const ofPage = 'friend_id > $3 AND friend_id <= $4';

/**
 * Friends whose KYC was submitted in time and approved, and who have traded crypto for crypto. Of a friend's trades only those are searched that come after
 * the day that was searched last.
 */
async function qualifyFriends(tx: Transaction, { day, after, last }: Page): Promise<void> {
  const firstTrade = (side: 'buyer' | 'seller') => `(SELECT time FROM spot_deals
    JOIN assets base ON base.id = base_asset_id JOIN assets quote ON quote.id = quote_asset_id
    WHERE ${side}_id = friend_id AND time >= searched.since AND time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'
      AND NOT base.is_fiat AND NOT quote.is_fiat ORDER BY time LIMIT 1)`;
  await tx.query(
    `UPDATE referrals SET searched_until = $1::date, first_trade_at = found.time FROM (
        SELECT friend_id, least(${firstTrade('buyer')}, ${firstTrade('seller')}) AS time FROM (
          SELECT friend_id, coalesce((searched_until + 1)::timestamp AT TIME ZONE 'UTC', signed_up_at) AS since
            FROM referrals JOIN users u ON u.id = friend_id
              WHERE first_trade_at IS NULL AND ${mayQualify} AND ${ofPage}
        ) AS searched
      ) AS found WHERE referrals.friend_id = found.friend_id
        AND first_trade_at IS NULL AND (searched_until IS NULL OR searched_until < $1::date)`,
    [day, kycDays, after, last],
  );
  const { rows } = await tx.query<{ friendId: string; referrerId: string; isTold: boolean }>(
    `UPDATE referrals SET qualified_at = greatest(kyc_approved_at, first_trade_at) FROM users u
      WHERE u.id = friend_id AND ${mayQualify} AND ${ofPage}
        AND greatest(kyc_approved_at, first_trade_at) < ($1::date + 1)::timestamp AT TIME ZONE 'UTC' AND first_trade_at IS NOT NULL
      RETURNING friend_id AS "friendId", referrer_id AS "referrerId",
        EXISTS (SELECT FROM users WHERE users.id = referrer_id AND users.status = 'active') AS "isTold"`,
    [day, kycDays, after, last],
  );
  await writeNotices(
    tx,
    rows
      .filter(({ isTold }) => isTold)
      .map(({ friendId, referrerId }) => ({
        userId: Number(referrerId),
        kind: 'referral_friend_qualified' as const,
        payload: {},
        key: `referral_friend:${friendId}`,
      })),
  );
}

async function accrue(tx: Transaction, { day, after, last }: Page): Promise<void> {
  const fees = (
    side: 'buyer' | 'seller',
  ) => `SELECT friend_id, referrer_id, ${side}_fee_asset_id AS asset_id, ${side}_fee AS fee
    FROM referrals JOIN spot_deals ON ${side}_id = friend_id
      JOIN users friend ON friend.id = friend_id AND friend.status = 'active'
      JOIN users referrer ON referrer.id = referrer_id AND referrer.status = 'active'
    WHERE friend_id > $4 AND friend_id <= $5 AND qualified_at IS NOT NULL AND time >= greatest(qualified_at, $1::date::timestamp AT TIME ZONE 'UTC')
      AND time < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  await tx.query(
    `INSERT INTO referral_accruals (referrer_id, friend_id, asset_id, day, fees, amount, expires_at)
      SELECT referrer_id, friend_id, asset_id, $1::date, sum(fee), trunc(sum(fee) * $2::numeric, scale),
          ($1::date + 1)::timestamp AT TIME ZONE 'UTC' + make_interval(days => $3)
        FROM (${fees('buyer')} UNION ALL ${fees('seller')}) AS paid JOIN assets ON assets.id = asset_id
        GROUP BY referrer_id, friend_id, asset_id, scale HAVING trunc(sum(fee) * $2::numeric, scale) > 0
      ON CONFLICT (friend_id, asset_id, day) DO NOTHING`,
    [day, referralShare, claimDays, after, last],
  );
}
