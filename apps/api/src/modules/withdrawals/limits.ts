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
 * Rows {id, kind, user_id, asset_id, amount, usd_value, asked_at, certain_at} of what has left accounts or is about to and has not come back: withdrawals, and what was paid to
 * other users by transfer codes and invoices. `certain_at` is null for a withdrawal that its user has not confirmed.
 */
export const outflows = `(
    SELECT id, 'withdrawal' AS kind, user_id, asset_id, amount, usd_value, created_at AS asked_at, confirmed_at AS certain_at
      FROM withdrawals WHERE status NOT IN (${canceled}, ${unsuccessful}, ${canceledByValidation})
    UNION ALL
    SELECT id, 'code', maker_id, asset_id, amount, usd_value, created_at, created_at
      FROM transfer_codes WHERE state = 'open' OR state = 'activated' AND recipient_id <> maker_id
    UNION ALL
    SELECT id, 'invoice', payer_id, asset_id, amount, usd_value, ended_at, ended_at FROM invoices WHERE state = 'paid'
  )`;

/** Their value within 24 hours. Counted under the lock of the user's row, no two requests pass together. */
export async function usedUsd(db: Queryable, userId: number): Promise<string> {
  const { rows } = await db.query<{ used: string }>({
    name: 'used-usd',
    text: `SELECT trim_scale(coalesce(sum(usd_value), 0))::text AS used FROM ${outflows} AS outflow
      WHERE user_id = $1 AND asked_at > clock_timestamp() - interval '24 hours'`,
    values: [userId],
  });
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

/** Whether a value is within what is left of a limit. */
export function isWithin(usdValue: string, limitUsd: number, used: string): boolean {
  return parseBigUnits(usdValue, scale) <= parseBigUnits(leftOf(limitUsd, used), scale);
}

/** @throws DomainError withdrawal_limit */
export function demandWithin(usdValue: string, limitUsd: number, used: string): void {
  if (isWithin(usdValue, limitUsd, used)) return;
  const left = leftOf(limitUsd, used);
  const message = `You may withdraw ${limitUsd} USD in 24 hours: this is worth more than what is left of it`;
  throw new DomainError('withdrawal_limit', { message, fields: { amount: [message] }, details: { left } });
}
