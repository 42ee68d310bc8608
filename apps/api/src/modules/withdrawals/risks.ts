/** What of a confirmed withdrawal an operator has to look at before it is sent. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { WithdrawalRisk } from '@pelican/shared/contracts/withdrawals';
import { hasRecentProof } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { isFromUsd } from './limits.ts';
import type { Withdrawal } from './repository.ts';

const { successful, successfulManual, canceled, unsuccessful, canceledByValidation } = paymentStatus;
/** An address that money has arrived at for so long, or that was saved for so long, is no new one. */
const knownDays = 7;

/**
 * Of the sums of 24 hours, so that parts are no way round them. A new address and a recent factor count above the limit of those without a
 * second factor alone: below it anybody who has the account could withdraw as much.
 */
export async function risksOf(
  db: Queryable,
  { withdrawal, isPriceSure }: { withdrawal: Withdrawal; isPriceSure: boolean },
  { basicUsd, reviewUsd, reviewDayUsd, reviewDayCount, twoPersonsUsd }: WithdrawalRules,
): Promise<WithdrawalRisk[]> {
  const { userId, usdValue, address } = withdrawal;
  const { count, sumUsd, isLargeInUnits } = await othersOfDay(db, withdrawal);
  const isSumFrom = (dollars: number) => isFromUsd([sumUsd, usdValue], dollars);
  const isLarge = isFromUsd([usdValue], reviewUsd) || isLargeInUnits;
  const isAboveBasic = isSumFrom(basicUsd);
  const found: Record<WithdrawalRisk, boolean> = {
    large: isLarge,
    very_large: isSumFrom(twoPersonsUsd) || (isLarge && !isPriceSure),
    velocity: count + 1 >= reviewDayCount || isSumFrom(reviewDayUsd),
    new_address: isAboveBasic && address !== '' && !(await isKnownAddress(db, withdrawal)),
    recent_factor: isAboveBasic && (await hasRecentProof(db, userId)),
    unsure_price: !isPriceSure,
  };
  return (Object.keys(found) as WithdrawalRisk[]).filter((risk) => found[risk]);
}

export interface OthersOfDay {
  count: number;
  sumUsd: string;
  /** Those of the same asset and this one together reach the method's limit of review in units of the asset. */
  isLargeInUnits: boolean;
}

/** Confirmed ones of the user in the last 24 hours, without this one. */
export async function othersOfDay(
  db: Queryable,
  { id, userId, assetId, methodId, amount }: Withdrawal,
): Promise<OthersOfDay> {
  const { rows } = await db.query<OthersOfDay>(
    `SELECT count(*)::int AS count, trim_scale(coalesce(sum(usd_value), 0))::text AS "sumUsd",
        coalesce(sum(amount) FILTER (WHERE asset_id = $3), 0) + $5::numeric
          >= coalesce((SELECT nullif(amount_review, 0) FROM payment_terms WHERE method_id = $4 AND action = 'withdraw'), 'Infinity') AS "isLargeInUnits"
      FROM withdrawals WHERE user_id = $1 AND id <> $2 AND confirmed_at > clock_timestamp() - interval '24 hours'
        AND status NOT IN (${canceled}, ${unsuccessful}, ${canceledByValidation})`,
    [userId, id, assetId, methodId, amount],
  );
  return rows[0] ?? { count: 0, sumUsd: '0', isLargeInUnits: false };
}

/** The user has withdrawn to it before, or has kept it for some days. */
async function isKnownAddress(db: Queryable, { userId, methodId, address, memo }: Withdrawal): Promise<boolean> {
  const { rows } = await db.query<{ isKnown: boolean }>(
    `SELECT EXISTS (SELECT FROM withdrawals WHERE user_id = $1 AND method_id = $2 AND address = $3 AND memo = $4
          AND status IN (${successful}, ${successfulManual}) AND finished_at < now() - make_interval(days => $5))
        OR EXISTS (SELECT FROM saved_addresses WHERE user_id = $1 AND method_id = $2 AND address = $3 AND memo = $4
          AND created_at < now() - make_interval(days => $5)) AS "isKnown"`,
    [userId, methodId, address, memo, knownDays],
  );
  return rows[0]?.isKnown ?? false;
}
