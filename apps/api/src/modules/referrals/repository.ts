/** What a user may see of the referral programme. */
import type { Referral, ReferralAccrual, ReferralClaim } from '@pelican/shared/contracts/referrals';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { claimColumns, viewClaim } from './claims.ts';

interface Wanted {
  userId: number;
  offset: number;
  limit: number;
}

interface Page<Item> {
  result: Item[];
  total: number;
}

/** 'un-claimed' and so on, of an accrual. */
const statusOfAccrual = `CASE WHEN claim_id IS NOT NULL THEN 'claimed' WHEN expires_at > now() THEN 'un-claimed' ELSE 'expired' END`;

export interface Summary {
  friends: number;
  successful: number;
}

export async function countFriends(db: Queryable, userId: number): Promise<Summary> {
  const { rows } = await db.query<Summary>(
    `SELECT count(*)::integer AS friends, count(qualified_at)::integer AS successful FROM referrals WHERE referrer_id = $1`,
    [userId],
  );
  return rows[0] ?? { friends: 0, successful: 0 };
}

/** What may be claimed now, by asset. */
export async function findAvailable(
  db: Queryable,
  userId: number,
): Promise<{ ticker: string; amount: string; expires_at: number }[]> {
  const { rows } = await db.query<{ ticker: string; amount: string; expiresAt: Date }>(
    `SELECT ticker, trim_scale(sum(amount))::text AS amount, min(expires_at) AS "expiresAt"
      FROM referral_accruals JOIN assets ON assets.id = asset_id
      WHERE referrer_id = $1 AND claim_id IS NULL AND expires_at > now() GROUP BY ticker ORDER BY ticker`,
    [userId],
  );
  return rows.map(({ ticker, amount, expiresAt }) => ({ ticker, amount, expires_at: expiresAt.getTime() }));
}

type FriendRow = Omit<Referral, 'date' | 'rewards' | 'kyc_status'> & {
  signedUpAt: Date;
  kycStatus: string;
  rewards: Referral['rewards'] | null;
};

/** The newest first. */
export async function findFriends(db: Queryable, { userId, offset, limit }: Wanted): Promise<Page<Referral>> {
  const [page, total] = await Promise.all([
    db.query<FriendRow>(
      `SELECT left(nickname, 1) || '***' AS name, left(email, 1) || '***@' || split_part(email, '@', 2) AS email,
          signed_up_at AS "signedUpAt", kyc_status AS "kycStatus",
          CASE WHEN qualified_at IS NULL THEN 'active' ELSE 'success' END AS status, sums.reward_status, sums.rewards
        FROM (SELECT * FROM referrals WHERE referrer_id = $1 ORDER BY signed_up_at DESC, friend_id DESC OFFSET $2 LIMIT $3) AS own
        JOIN users ON users.id = friend_id
        LEFT JOIN LATERAL (
          SELECT CASE WHEN bool_or(status = 'un-claimed') THEN 'un-claimed' WHEN bool_or(status = 'claimed') THEN 'claimed' ELSE 'expired' END
              AS reward_status,
            jsonb_agg(jsonb_build_object('claim_coin', ticker, 'total_bonus', total, 'claimed', claimed, 'available', available)
              ORDER BY ticker) AS rewards
          FROM (
            SELECT ticker, trim_scale(sum(amount))::text AS total,
                trim_scale(coalesce(sum(amount) FILTER (WHERE ${statusOfAccrual} = 'claimed'), 0))::text AS claimed,
                trim_scale(coalesce(sum(amount) FILTER (WHERE ${statusOfAccrual} = 'un-claimed'), 0))::text AS available,
                CASE WHEN bool_or(${statusOfAccrual} = 'un-claimed') THEN 'un-claimed'
                  WHEN bool_or(${statusOfAccrual} = 'claimed') THEN 'claimed' ELSE 'expired' END AS status
              FROM referral_accruals accrual JOIN assets ON assets.id = asset_id
              WHERE accrual.friend_id = own.friend_id AND accrual.referrer_id = $1 GROUP BY ticker
          ) AS coins HAVING count(*) > 0
        ) AS sums ON true
        ORDER BY signed_up_at DESC, friend_id DESC`,
      [userId, offset, limit],
    ),
    countRows(db, 'SELECT FROM referrals WHERE referrer_id = $1', [userId], { offset, limit }),
  ]);
  const result = page.rows.map(({ signedUpAt, kycStatus, rewards, ...row }) => ({
    ...row,
    date: signedUpAt.getTime(),
    kyc_status: kycStatus,
    rewards: rewards ?? [],
  }));
  return { result, total };
}

/** The newest first. */
export async function findAccruals(db: Queryable, { userId, offset, limit }: Wanted): Promise<Page<ReferralAccrual>> {
  const [page, total] = await Promise.all([
    db.query<Omit<ReferralAccrual, 'id' | 'expires_at'> & { id: string; expiresAt: Date }>(
      `SELECT accrual.id, day::text AS day, coalesce(left(nickname, 1), '') || '***' AS name, ticker,
          trim_scale(amount)::text AS amount, ${statusOfAccrual} AS status, expires_at AS "expiresAt"
        FROM referral_accruals accrual JOIN assets ON assets.id = asset_id LEFT JOIN users ON users.id = friend_id
        WHERE referrer_id = $1 ORDER BY accrual.id DESC OFFSET $2 LIMIT $3`,
      [userId, offset, limit],
    ),
    countRows(db, 'SELECT FROM referral_accruals WHERE referrer_id = $1', [userId], { offset, limit }),
  ]);
  const result = page.rows.map(({ id, expiresAt, ...row }) => ({
    ...row,
    id: Number(id),
    expires_at: expiresAt.getTime(),
  }));
  return { result, total };
}

/** The newest first. */
export async function findClaims(db: Queryable, { userId, offset, limit }: Wanted): Promise<Page<ReferralClaim>> {
  const [page, total] = await Promise.all([
    db.query<Parameters<typeof viewClaim>[0]>(
      `SELECT ${claimColumns} FROM referral_claims JOIN assets ON assets.id = asset_id
        WHERE user_id = $1 ORDER BY referral_claims.id DESC OFFSET $2 LIMIT $3`,
      [userId, offset, limit],
    ),
    countRows(db, 'SELECT FROM referral_claims WHERE user_id = $1', [userId], { offset, limit }),
  ]);
  return { result: page.rows.map(viewClaim), total };
}
