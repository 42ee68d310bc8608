/** Over what a withdrawal is confirmed: not over the channel that proved its request, which a thief of that channel has already. */
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { AccountFactors } from '../../identity/index.ts';
import type { Channel } from './repository.ts';

/** @param shown the second factor of the request; undefined for an account without one @returns the first is used at once */
export function channelsAfter(shown: FactorName | undefined, { phone }: Pick<AccountFactors, 'phone'>): Channel[] {
  if (shown === 'sms_code') return ['mail'];
  if (shown === 'email_code' && phone !== null) return ['text'];
  return ['mail', 'text'];
}

/** Whether its second factors and the confirmation are all codes to one mailbox: then the factor adds nothing. */
export function hasMailboxAlone({ second, phone }: Pick<AccountFactors, 'second' | 'phone'>): boolean {
  return phone === null && second.every((factor) => factor === 'email_code');
}
