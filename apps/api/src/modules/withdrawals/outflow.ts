/**
 * Money that goes to other users, by transfer codes and invoices, leaves an account within what may be withdrawn from it. No operator looks at it:
 * what an operator would look at as a withdrawal is refused.
 */
import { DomainError } from '@pelican/shared/contracts';
import { type FactorName, isMailboxFactor } from '@pelican/shared/contracts/auth';
import { type AccountFactors, hasRecentProof } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { findAllowList } from './addresses/repository.ts';
import { hasMailboxAlone, withSettledPhone } from './channels.ts';
import { demandWithin, limitOf, tierOf, usedUsd } from './limits.ts';
import type { UsdValue } from './prices.ts';
import { type Outflow, type Thresholds, thresholdsOf } from './risks.ts';

export interface WantedOutflow {
  account: AccountFactors;
  outflow: Omit<Outflow, 'id' | 'methodId' | 'usdValue'>;
  value: UsdValue;
  /** With what its user has proven it. */
  proof: { factor: FactorName | undefined; hasCodeOfMail: boolean };
}

/**
 * The account is verified. What it says counts in a transaction that has the row of the user locked.
 * @throws DomainError address_not_saved (withdrawals go to saved addresses alone), price_unknown (no price that one trade cannot make), withdrawal_limit, review_needed, and above the basic limit factor_recent
 * (a new telephone too), confirmation_needed (no code of a mail), confirmation_channel (the factor came by mail too)
 */
export async function demandOutflowAllowed(
  db: Queryable,
  { account, outflow, value, proof }: WantedOutflow,
  rules: WithdrawalRules,
): Promise<void> {
  const { userId } = outflow;
  if ((await findAllowList(db, userId)).enabled)
    throw new DomainError('address_not_saved', {
      message: 'You withdraw to saved addresses alone: switch that off to pay other users',
    });
  if (!value.isPriceSure) throw new DomainError('price_unknown');
  const hasSecondFactor =
    account.second.length > 0 && !hasMailboxAlone(await withSettledPhone(db, { userId, account }));
  const tier = tierOf({ isVerified: true, hasSecondFactor });
  demandWithin(value.usdValue, limitOf(tier, rules), await usedUsd(db, userId));
  const thresholds = await thresholdsOf(db, { ...outflow, usdValue: value.usdValue }, rules);
  const reason = reviewOf(thresholds, rules);
  if (reason !== undefined) throw new DomainError('review_needed', { message: reason, fields: { amount: [reason] } });
  if (!thresholds.isAboveBasic) return;
  if (await hasRecentProof(db, userId)) throw new DomainError('factor_recent');
  if (!proof.hasCodeOfMail) throw new DomainError('confirmation_needed');
  if (proof.factor !== undefined && isMailboxFactor(proof.factor, account.second))
    throw new DomainError('confirmation_channel', {
      message:
        'A code by mail confirms this payment: show another second factor than a code by mail, or withdraw instead',
    });
}

/** Why an operator would look at it as a withdrawal; undefined when none would. */
function reviewOf(
  { reachesReview, unitsFrom, reachesTwoPersons, reachesReviewDay, reachesReviewCount }: Thresholds,
  { reviewUsd, reviewDayUsd, reviewDayCount, twoPersonsUsd }: WithdrawalRules,
): string | undefined {
  const instead = 'We have to look at it: please withdraw instead';
  if (reachesReview) return `Payments to other users stay below ${reviewUsd} USD. ${instead}`;
  if (unitsFrom !== null)
    return `Withdrawals and payments to other users would reach ${unitsFrom} of this currency in 24 hours. ${instead}`;
  if (reachesReviewDay || reachesTwoPersons)
    return `Withdrawals and payments to other users would reach ${Math.min(reviewDayUsd, twoPersonsUsd)} USD in 24 hours. ${instead}`;
  if (reachesReviewCount) return `It would be withdrawal or payment number ${reviewDayCount} in 24 hours. ${instead}`;
  return undefined;
}
