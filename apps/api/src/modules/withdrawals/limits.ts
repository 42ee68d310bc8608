/** How much a user may withdraw in 24 hours, in US dollars. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

export type Tier = 'new' | 'basic' | 'enhanced';

const { canceled, unsuccessful, canceledByValidation } = paymentStatus;
const scale = 18;

export interface Standing {
  isVerified: boolean;
  hasSecondFactor: boolean;
}

export function tierOf({ isVerified, hasSecondFactor }: Standing): Tier {
  if (!isVerified) return 'new';
  return hasSecondFactor ? 'enhanced' : 'basic';
}

export function limitOf(tier: Tier, { basicUsd, enhancedUsd }: Pick<WithdrawalRules, 'basicUsd' | 'enhancedUsd'>) {
  return { new: 0, basic: basicUsd, enhanced: enhancedUsd }[tier];
}

/**
 * The value of what was withdrawn within 24 hours, or paid to other users by transfer codes and invoices, and has not come back. Counted under the lock of the
 * user's row, no two requests pass together.
 */
export async function usedUsd(db: Queryable, userId: number): Promise<string> {
  const { rows } = await db.query<{ used: string }>(
    `SELECT trim_scale(coalesce(sum(usd_value), 0))::text AS used FROM (
        SELECT usd_value, created_at FROM withdrawals
         WHERE user_id = $1 AND status NOT IN (${canceled}, ${unsuccessful}, ${canceledByValidation})
        UNION ALL
        SELECT usd_value, created_at FROM transfer_codes
         WHERE maker_id = $1 AND (state = 'open' OR state = 'activated' AND recipient_id <> maker_id)
        UNION ALL
        SELECT usd_value, ended_at FROM invoices WHERE payer_id = $1
      ) AS left_account WHERE created_at > clock_timestamp() - interval '24 hours'`,
    [userId],
  );
  return rows[0]?.used ?? '0';
}

/** Whether values reach a number of dollars together. */
export function isFromUsd(values: readonly string[], dollars: number): boolean {
  const sum = values.reduce((total, value) => total + parseBigUnits(value, scale), 0n);
  return sum >= parseBigUnits(String(dollars), scale);
}

/** What is left of a limit, never below zero. */
export function leftOf(limitUsd: number, used: string): string {
  const left = parseBigUnits(String(limitUsd), scale) - parseBigUnits(used, scale);
  return formatBigUnits(left > 0n ? left : 0n, scale);
}

/** @throws DomainError withdrawal_limit */
export function demandWithin(usdValue: string, limitUsd: number, used: string): void {
  const left = leftOf(limitUsd, used);
  if (parseBigUnits(usdValue, scale) <= parseBigUnits(left, scale)) return;
  const message = `You may withdraw ${limitUsd} USD in 24 hours: this is worth more than what is left of it`;
  throw new DomainError('withdrawal_limit', { message, fields: { amount: [message] }, details: { left } });
}
