/** Notices to referrers before rewards lapse that nobody has claimed. */
import type pg from 'pg';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction } from '../../platform/database/index.ts';

/** Once in seven days, and three days before the end of a reward: friends who trade each day leave a reward that ends each day. */
const warnedDays = 3;
const pauseDays = 7;
const kind = 'referral_rewards_ending';
/** Referrers of one transaction. */
const batch = 500;

/** @returns how many notices were written */
export async function warnOfLapses(pool: pg.Pool, signal?: AbortSignal): Promise<number> {
  for (let warned = 0; ; ) {
    signal?.throwIfAborted();
    const { rows } = await pool.query<{ userId: string; lapses: string[] }>(
      `SELECT referrer_id AS "userId", array_agg(amount || ' ' || ticker ORDER BY ticker) AS lapses FROM (
          SELECT referrer_id, ticker, trim_scale(sum(amount))::text AS amount
            FROM referral_accruals JOIN assets ON assets.id = asset_id JOIN users ON users.id = referrer_id
            WHERE claim_id IS NULL AND expires_at > now() AND expires_at <= now() + make_interval(days => $1) AND users.status = 'active'
              AND NOT EXISTS (SELECT FROM notices WHERE notices.user_id = referrer_id AND kind = $2
                AND notices.created_at > now() - make_interval(days => $3))
            GROUP BY referrer_id, ticker
        ) AS ending GROUP BY referrer_id ORDER BY referrer_id LIMIT $4`,
      [warnedDays, kind, pauseDays, batch],
    );
    const notices = rows.map(({ userId, lapses }) => ({ userId: Number(userId), kind, payload: { lapses } }) as const);
    await inTransaction(pool, (tx) => writeNotices(tx, notices));
    warned += rows.length;
    if (rows.length < batch) return warned;
  }
}
