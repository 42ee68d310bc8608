/** Over what a withdrawal is confirmed: not over the channel that proved its request, which a thief of that channel has already. */
import type { FactorName } from '@pelican/shared/contracts/auth';
import { type AccountFactors, findRecentPhone } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Channel } from './repository.ts';

/** The account as withdrawals see it: a telephone of the last days may be that of a thief who had a session, and is none yet. */
export async function withSettledPhone(
  db: Queryable,
  { userId, account }: { userId: number; account: AccountFactors },
): Promise<AccountFactors> {
  return (await findRecentPhone(db, userId)) === undefined ? account : { ...account, phone: null };
}

/** @param shown the second factor of the request; undefined for an account without one @returns the first is used at once */
export function channelsAfter(shown: FactorName | undefined, { phone }: Pick<AccountFactors, 'phone'>): Channel[] {
  if (shown === 'sms_code' || phone === null) return ['mail'];
  return shown === 'email_code' ? ['text'] : ['mail', 'text'];
}

/** Whether its second factors and the confirmation are all codes to one mailbox: then the factor adds nothing. Codes to a telephone that is none yet add nothing either. */
export function hasMailboxAlone({ second, phone }: Pick<AccountFactors, 'second' | 'phone'>): boolean {
  return phone === null && second.every((factor) => factor === 'email_code' || factor === 'sms_code');
}
