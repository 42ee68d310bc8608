/** What of a confirmed withdrawal an operator has to look at before it is sent. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { WithdrawalRisk } from '@pelican/shared/contracts/withdrawals';
import { parseBigUnits } from '@pelican/shared/money';
import { findRecentFactors } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Withdrawal } from './repository.ts';

const { successful, successfulManual, canceled, unsuccessful, canceledByValidation } = paymentStatus;
const scale = 18;
/** An address that money has arrived at for so long, or that was saved for so long, is no new one. */
const knownDays = 7;

/**
 * A new address and a recent factor count above the limit of those without a second factor alone: below it anybody who has the account could
 * withdraw as much.
 */
export async function risksOf(
  db: Queryable,
  withdrawal: Withdrawal,
  { basicUsd, reviewUsd, reviewDayUsd, reviewDayCount, twoPersonsUsd }: WithdrawalRules,
): Promise<WithdrawalRisk[]> {
  const { userId } = withdrawal;
  const usd = parseBigUnits(withdrawal.usdValue, scale);
  const isFrom = (dollars: number) => usd >= parseBigUnits(String(dollars), scale);
  const { count, sumUsd } = await othersOfDay(db, withdrawal);
  const isFast =
    count + 1 >= reviewDayCount || parseBigUnits(sumUsd, scale) + usd >= parseBigUnits(String(reviewDayUsd), scale);
  const isAboveBasic = isFrom(basicUsd);
  return [
    ...(isFrom(reviewUsd) ? (['large'] as const) : []),
    ...(isFrom(twoPersonsUsd) ? (['very_large'] as const) : []),
    ...(isFast ? (['velocity'] as const) : []),
    ...(isAboveBasic && withdrawal.address !== '' && !(await isKnownAddress(db, withdrawal))
      ? (['new_address'] as const)
      : []),
    ...(isAboveBasic && (await findRecentFactors(db, userId)).length > 0 ? (['recent_factor'] as const) : []),
  ];
}

/** Confirmed ones of the user in the last 24 hours, without this one. */
export async function othersOfDay(
  db: Queryable,
  { id, userId }: Withdrawal,
): Promise<{ count: number; sumUsd: string }> {
  const { rows } = await db.query<{ count: number; sumUsd: string }>(
    `SELECT count(*)::int AS count, trim_scale(coalesce(sum(usd_value), 0))::text AS "sumUsd" FROM withdrawals
      WHERE user_id = $1 AND id <> $2 AND confirmed_at > clock_timestamp() - interval '24 hours'
        AND status NOT IN (${canceled}, ${unsuccessful}, ${canceledByValidation})`,
    [userId, id],
  );
  return rows[0] ?? { count: 0, sumUsd: '0' };
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
