/** Money that goes to other users, by transfer codes and invoices, leaves an account within what may be withdrawn from it. */
import { DomainError } from '@pelican/shared/contracts';
import { type AccountFactors, hasRecentProof } from '../../identity/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findAllowList } from './addresses/repository.ts';
import { hasMailboxAlone } from './channels.ts';
import { demandWithin, isFromUsd, limitOf, tierOf, usedUsd } from './limits.ts';
import type { UsdValue } from './prices.ts';

/**
 * The row of the user is locked, and the account is verified.
 * @throws DomainError address_not_saved (withdrawals go to saved addresses alone), price_unknown (no price that one trade cannot make), withdrawal_limit, factor_recent (above the basic limit; a new telephone too)
 */
export async function demandOutflowAllowed(
  tx: Transaction,
  { userId, account, value }: { userId: number; account: AccountFactors; value: UsdValue },
  rules: WithdrawalRules,
): Promise<void> {
  if ((await findAllowList(tx, userId)).enabled)
    throw new DomainError('address_not_saved', {
      message: 'You withdraw to saved addresses alone: switch that off to pay other users',
    });
  // Nobody looks at it later, as operators look at withdrawals of an unsure value.
  if (!value.isPriceSure) throw new DomainError('price_unknown');
  const used = await usedUsd(tx, userId);
  const hasSecondFactor = account.second.length > 0 && !hasMailboxAlone(account);
  const tier = tierOf({ isVerified: true, hasSecondFactor });
  demandWithin(value.usdValue, limitOf(tier, rules), used);
  const isAboveBasic = isFromUsd([used, value.usdValue], rules.basicUsd);
  if (isAboveBasic && (await hasRecentProof(tx, userId))) throw new DomainError('factor_recent');
}
