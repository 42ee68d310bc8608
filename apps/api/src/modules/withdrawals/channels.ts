/** Over what a withdrawal is confirmed: not over the channel that proved its request, which a thief of that channel has already. */
import { type FactorName, isMailboxFactor } from '@pelican/shared/contracts/auth';
import { type AccountFactors, findRecentPhone } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Channel } from './repository.ts';

type Guarded = Pick<AccountFactors, 'second' | 'phone'>;

/** The account as withdrawals see it: a telephone of the last days may be that of a thief who had a session, and is none yet. */
export async function withSettledPhone(
  db: Queryable,
  { userId, account }: { userId: number; account: AccountFactors },
): Promise<AccountFactors> {
  return (await findRecentPhone(db, userId)) === undefined ? account : { ...account, phone: null };
}

/** @param shown the second factor of the request; undefined for an account without one @returns the first is used at once */
export function channelsAfter(shown: FactorName | undefined, { second, phone }: Guarded): Channel[] {
  if (shown === 'sms_code' || phone === null) return ['mail'];
  return shown !== undefined && isMailboxFactor(shown, second) ? ['text'] : ['mail', 'text'];
}

/**
 * Whether the factors that are shown, and the confirmation, show the mailbox alone: then they add nothing.
 * @param account as `withSettledPhone` gives it
 * @param shown all of the account when absent
 */
export function hasMailboxAlone(account: Guarded, shown: readonly FactorName[] = account.second): boolean {
  return account.phone === null && areOfMailbox(account, shown);
}

/** The same where nobody confirms, as for a request by a key: a telephone counts only where codes to it are a factor. */
export function areOfMailbox({ second, phone }: Guarded, shown: readonly FactorName[] = second): boolean {
  return shown.every((factor) => isMailboxFactor(factor, second) || (factor === 'sms_code' && phone === null));
}
