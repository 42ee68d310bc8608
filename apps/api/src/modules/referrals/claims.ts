/** Claims of rewards. */
import { DomainError } from '@pelican/shared/contracts';
import type { ReferralClaim } from '@pelican/shared/contracts/referrals';
import { rewardTds } from '@pelican/shared/contracts/referrals';
import { mainAccount, postEntries } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { promotionsAccount, withheldTaxAccount } from '../promotions/index.ts';

interface ClaimRow {
  id: string;
  assetId: number;
  ticker: string;
  createdAt: Date;
  amount: string;
  tds: string;
  received: string;
}

/** Columns of `referral_claims` joined with `assets`. */
export const claimColumns = `referral_claims.id, asset_id AS "assetId", ticker, created_at AS "createdAt",
  trim_scale(amount)::text AS amount, trim_scale(tds)::text AS tds, trim_scale(amount - tds)::text AS received`;

/**
 * Pays the user everything that is available, one claim an asset, from the budget for rewards.
 * @throws DomainError kyc_required, rewards_unavailable: the budget is short; nothing is changed then
 */
export async function claimRewards(tx: Transaction, userId: number): Promise<ReferralClaim[]> {
  await demandVerified(tx, userId);
  const claims = await takeAvailable(tx, userId);
  if (claims.length === 0) return [];
  try {
    await postEntries(
      tx,
      claims.map((claim) => entryOf(userId, claim)),
    );
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_balance')
      throw new DomainError('rewards_unavailable', { cause: error });
    throw error;
  }
  const paid = claims.map(({ received, ticker }) => `${received} ${ticker}`).join(', ');
  await writeNotices(tx, [{ userId, kind: 'referral_rewards_paid', payload: { paid } }]);
  return claims.map(viewClaim);
}

/** Where somebody pays tax is known from the KYC alone, and rewards are for people, not for accounts. @throws DomainError kyc_required */
async function demandVerified(tx: Transaction, userId: number): Promise<void> {
  const { rows } = await tx.query<{ isVerified: boolean }>(
    `SELECT kyc_status = 'approved' AS "isVerified" FROM users WHERE id = $1 FOR NO KEY UPDATE`,
    [userId],
  );
  if (!rows[0]?.isVerified) throw new DomainError('kyc_required', { message: 'You must pass personal verification' });
}

/** Locks what is available and writes the claims of it. Of two at once the second finds nothing. */
async function takeAvailable(tx: Transaction, userId: number): Promise<ClaimRow[]> {
  const { rows: accruals } = await tx.query<{ id: string }>(
    `SELECT id FROM referral_accruals WHERE referrer_id = $1 AND claim_id IS NULL AND expires_at > clock_timestamp()
      ORDER BY id FOR UPDATE`,
    [userId],
  );
  if (accruals.length === 0) return [];
  const ids = accruals.map(({ id }) => id);
  await tx.query(
    `WITH claims AS (
        INSERT INTO referral_claims (user_id, asset_id, amount, tds)
          SELECT $1, asset_id, sum(amount), CASE WHEN kyc_country = 'IN' THEN trunc(sum(amount) * $3::numeric, scale) ELSE 0 END
            FROM referral_accruals accrual JOIN assets ON assets.id = asset_id JOIN users ON users.id = $1
            WHERE accrual.id = ANY($2) GROUP BY asset_id, scale, kyc_country ORDER BY asset_id
          RETURNING id, asset_id
      )
      UPDATE referral_accruals SET claim_id = claims.id FROM claims
        WHERE referral_accruals.asset_id = claims.asset_id AND referral_accruals.id = ANY($2)`,
    [userId, ids, rewardTds],
  );
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${claimColumns} FROM referral_claims JOIN assets ON assets.id = asset_id
      WHERE referral_claims.id IN (SELECT claim_id FROM referral_accruals WHERE id = ANY($1)) ORDER BY referral_claims.id`,
    [ids],
  );
  return rows;
}

function entryOf(userId: number, { id, assetId, amount, tds, received }: ClaimRow) {
  const legs = [
    { account: promotionsAccount(assetId), amount: `-${amount}` },
    { account: mainAccount({ userId, assetId }), amount: received },
    ...(tds === '0' ? [] : [{ account: withheldTaxAccount(assetId), amount: tds }]),
  ];
  return { kind: 'referral_reward', reference: `referral-claim:${id}`, idempotencyKey: `referral-claim:${id}`, legs };
}

export function viewClaim({ id, createdAt, ticker, amount, tds, received }: ClaimRow): ReferralClaim {
  return { id: Number(id), date: createdAt.getTime(), ticker, amount, tds, received };
}
