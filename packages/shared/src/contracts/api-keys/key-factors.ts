import type { FactorName } from '../auth/index.ts';

/**
 * Second factors by which a key is made or turned on. A code by mail is one only where the account has no other: what a key withdraws is
 * confirmed by nobody, so that who has the mailbox and a session would need nothing else.
 * @param factors of the account
 */
export function keyFactorsOf(factors: readonly FactorName[]): readonly FactorName[] {
  const others = factors.filter((factor) => factor !== 'email_code');
  return others.length > 0 ? others : factors;
}
