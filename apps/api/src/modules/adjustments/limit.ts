/** How much one operator credits and adjusts in 24 hours; the approving operator does not matter. */
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../../platform/database/index.ts';
import { storedPriceOf, usdValueOf } from '../withdrawals/index.ts';

const countMax = 20;
const usdMax = 100_000;

/**
 * With what the operator has credited and adjusted in 24 hours it stays within both limits. Without a price that one trade cannot make nothing is adjusted: it would
 * count as less than it is worth.
 * @returns its value in dollars
 * @throws DomainError price_unknown, too_many_requests
 */
export async function demandWithinDay(
  tx: Transaction,
  { actor, ticker, amount }: { actor: string; ticker: string; amount: string },
): Promise<string> {
  const price = await storedPriceOf(tx, ticker);
  if (!price?.isSure)
    throw new DomainError('price_unknown', {
      message: `There is no sure price for ${ticker} at the moment: nothing of it is credited or adjusted`,
    });
  const { usdValue } = usdValueOf(amount, price);
  // Two requests of one operator at once would each not know of the other.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`adjustments:${actor}`]);
  const { rows } = await tx.query<{ isWithin: boolean }>(
    `SELECT count(*) < ${countMax} AND coalesce(sum((details ->> 'usdValue')::numeric), 0) + $2::numeric <= ${usdMax} AS "isWithin"
       FROM audit_records WHERE actor = $1 AND action IN ('wallet.adjusted', 'wallet.credited') AND details ? 'usdValue' AND created_at > clock_timestamp() - interval '24 hours'`,
    [actor, usdValue],
  );
  if (rows[0]?.isWithin) return usdValue;
  throw new DomainError('too_many_requests', {
    message: `An operator credits and adjusts ${countMax} times and ${usdMax} dollars in 24 hours at most.`,
  });
}
