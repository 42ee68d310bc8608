/**
 * What is ordered from a payment provider at most, as the signer has it for networks (decision 174): rows of withdrawals are written by the API, so
 * the worker demands the hold in the ledger, and a limit of its own settings bounds what forged rows can cost.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { parseBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { mayBePaid } from '../payments/index.ts';
import { isPayable, payableJoins } from './payable.ts';

/** Whole units of an hour by '<provider>:<ticker>'; '<provider>:*' holds for assets that are not named. */
export type ProviderLimits = ReadonlyMap<string, string>;

type OrderRefusal = Extract<PayoutProblem, 'not_held' | 'not_listed' | 'above_limit' | 'limit'>;

const ledgerScale = 18;
const units = (decimal: string) => parseBigUnits(decimal, ledgerScale);

/** Why the order is not given now. Orders take turns until the caller's transaction ends: the sum of the hour is complete. */
export async function refusalOfOrder(
  tx: Transaction,
  withdrawalId: number,
  limits: ProviderLimits,
): Promise<OrderRefusal | undefined> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('provider_limits', 0))`);
  // What was declined has cost nothing; paid later all the same it is `paid_late`, which counts.
  const { rows } = await tx.query<{
    provider: string;
    ticker: string;
    amount: string;
    ordered: string;
    isHeld: boolean;
    isNext: boolean;
  }>(
    `SELECT payout.provider, asset.ticker, withdrawal.amount - withdrawal.fee AS amount,
        (SELECT coalesce(sum(other.amount - other.fee), 0) FROM provider_payouts before JOIN withdrawals other ON other.id = before.withdrawal_id
          WHERE before.provider = payout.provider AND before.ordered_at > clock_timestamp() - interval '1 hour'
            AND before.outcome IS DISTINCT FROM 'declined' AND other.asset_id = withdrawal.asset_id AND other.id <> withdrawal.id) AS ordered,
        EXISTS (SELECT FROM ledger_holds held JOIN ledger_accounts account ON account.id = held.account_id
          WHERE held.idempotency_key = 'withdrawal:' || withdrawal.id AND held.kind = 'withdrawal' AND held.remaining = withdrawal.amount
            AND account.user_id = withdrawal.user_id AND account.asset_id = withdrawal.asset_id) AS "isHeld",
        NOT EXISTS (SELECT FROM provider_payouts earlier JOIN withdrawals waiting ON waiting.id = earlier.withdrawal_id
          JOIN payment_methods method ON method.id = waiting.method_id ${payableJoins}
          WHERE earlier.provider = payout.provider AND earlier.next_at IS NOT NULL AND waiting.asset_id = withdrawal.asset_id AND waiting.id < withdrawal.id
            AND waiting.status = ${paymentStatus.inProcess} AND waiting.payout_problem = 'limit' AND ${isPayable} AND NOT ${mayBePaid('waiting', 'method')}) AS "isNext"
      FROM provider_payouts payout JOIN withdrawals withdrawal ON withdrawal.id = payout.withdrawal_id
      JOIN assets asset ON asset.id = withdrawal.asset_id WHERE payout.withdrawal_id = $1`,
    [withdrawalId],
  );
  const [wanted] = rows;
  if (!wanted?.isHeld) return 'not_held';
  const { provider, ticker, amount, ordered, isNext } = wanted;
  const limit = limits.get(`${provider}:${ticker}`) ?? limits.get(`${provider}:*`);
  if (limit === undefined) return 'not_listed';
  if (units(amount) > units(limit)) return 'above_limit';
  // Small ones that come meanwhile would leave no room for a large one for ever.
  return isNext && units(ordered) + units(amount) <= units(limit) ? undefined : 'limit';
}
