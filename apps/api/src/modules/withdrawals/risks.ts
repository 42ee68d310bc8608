/** What of a confirmed withdrawal an operator has to look at before it is sent. */

import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { WithdrawalRisk } from '@pelican/shared/contracts/withdrawals';
import { hasRecentProof } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { isReceiver } from './addresses/repository.ts';
import { isFromUsd, outflows } from './limits.ts';
import type { Withdrawal } from './repository.ts';

const { successful, successfulManual } = paymentStatus;
/** What is worth less, in dollars, is none of many in a day: somebody who makes invoices of a cent would have the payer's next withdrawal looked at. */
const oftenUsdMin = 1;
/** An address that money has arrived at for so long, or that was saved for so long, is no new one. */
const knownDays = 7;

/**
 * Of the sums of 24 hours, so that parts are no way round them. A new address and a recent factor count above the limit of those without a
 * second factor alone: below it anybody who has the account could withdraw as much.
 */
export async function risksOf(
  db: Queryable,
  { withdrawal, isPriceSure }: { withdrawal: Withdrawal; isPriceSure: boolean },
  rules: WithdrawalRules,
): Promise<WithdrawalRisk[]> {
  const { userId, address } = withdrawal;
  const { reachesReview, unitsFrom, reachesTwoPersons, reachesReviewDay, reachesReviewCount, isAboveBasic } =
    await thresholdsOf(db, withdrawal, rules);
  const isLarge = reachesReview || unitsFrom !== null;
  const found: Record<WithdrawalRisk, boolean> = {
    large: isLarge,
    very_large: reachesTwoPersons || (isLarge && !isPriceSure),
    velocity: reachesReviewCount || reachesReviewDay,
    new_address: isAboveBasic && address !== '' && !(await isKnownAddress(db, withdrawal)),
    recent_factor: isAboveBasic && (await hasRecentProof(db, userId)),
    unsure_price: !isPriceSure,
  };
  return (Object.keys(found) as WithdrawalRisk[]).filter((risk) => found[risk]);
}

/** What is about to leave an account. */
export interface Outflow {
  userId: number;
  assetId: number;
  amount: string;
  usdValue: string;
  /** Of a withdrawal, which is a row already; undefined for a payment to another user. */
  id?: number;
  methodId?: number;
}

/** Which limits one outflow reaches, most of them together with the others of 24 hours, whichever way they left. */
export interface Thresholds {
  reachesReview: boolean;
  /** As that of `OthersOfDay`. */
  unitsFrom: string | null;
  reachesTwoPersons: boolean;
  reachesReviewDay: boolean;
  reachesReviewCount: boolean;
  isAboveBasic: boolean;
}

export async function thresholdsOf(
  db: Queryable,
  outflow: Outflow,
  { basicUsd, reviewUsd, reviewDayUsd, reviewDayCount, twoPersonsUsd }: WithdrawalRules,
): Promise<Thresholds> {
  const { usdValue } = outflow;
  const { countOften, sumUsd, unitsFrom } = await othersOfDay(db, outflow);
  const isSumFrom = (dollars: number) => isFromUsd([sumUsd, usdValue], dollars);
  return {
    reachesReview: isFromUsd([usdValue], reviewUsd),
    unitsFrom,
    reachesTwoPersons: isSumFrom(twoPersonsUsd),
    reachesReviewDay: isSumFrom(reviewDayUsd),
    reachesReviewCount: isFromUsd([usdValue], oftenUsdMin) && countOften + 1 >= reviewDayCount,
    isAboveBasic: isSumFrom(basicUsd),
  };
}

export interface OthersOfDay {
  count: number;
  /** Of those that are worth `oftenUsdMin`. */
  countOften: number;
  sumUsd: string;
  /** The method's limit of review in units of the asset, without a method the least of the asset's, where those of the same asset reach it together with this one; null where they do not. */
  unitsFrom: string | null;
}

/** Withdrawals that the user has confirmed and payments to other users in the last 24 hours, without this one. */
export async function othersOfDay(
  db: Queryable,
  { id, userId, assetId, methodId, amount }: Omit<Outflow, 'usdValue'>,
): Promise<OthersOfDay> {
  const { rows } = await db.query<OthersOfDay>(
    `SELECT count(*)::int AS count, count(*) FILTER (WHERE usd_value >= ${oftenUsdMin})::int AS "countOften", trim_scale(coalesce(sum(usd_value), 0))::text AS "sumUsd",
        (SELECT trim_scale(min(amount_review))::text FROM payment_terms JOIN payment_methods method ON method.id = method_id
            WHERE method.asset_id = $3 AND action = 'withdraw' AND ($4::integer IS NULL OR method.id = $4) AND amount_review > 0
            HAVING min(amount_review) <= coalesce(sum(outflow.amount) FILTER (WHERE outflow.asset_id = $3), 0) + $5::numeric) AS "unitsFrom"
      FROM ${outflows} AS outflow
      WHERE user_id = $1 AND (kind, id) IS DISTINCT FROM ('withdrawal', $2::bigint) AND certain_at > clock_timestamp() - interval '24 hours'`,
    [userId, id ?? null, assetId, methodId ?? null, amount],
  );
  return rows[0] ?? { count: 0, countOften: 0, sumUsd: '0', unitsFrom: null };
}

/** The user has withdrawn to it before, or has kept it for some days. */
async function isKnownAddress(db: Queryable, { userId, methodId, address, memo }: Withdrawal): Promise<boolean> {
  const { rows } = await db.query<{ isKnown: boolean }>(
    `SELECT EXISTS (SELECT FROM withdrawals WHERE user_id = $1 AND method_id = $2 AND ${isReceiver('withdrawals', { address: '$3', memo: '$4' })}
          AND status IN (${successful}, ${successfulManual}) AND finished_at < now() - make_interval(days => $5))
        OR EXISTS (SELECT FROM saved_addresses WHERE user_id = $1 AND method_id = $2 AND ${isReceiver('saved_addresses', { address: '$3', memo: '$4' })}
          AND created_at < now() - make_interval(days => $5)) AS "isKnown"`,
    [userId, methodId, address, memo, knownDays],
  );
  return rows[0]?.isKnown ?? false;
}
