/** What of an account its mailbox alone shows. Who has the mailbox and a session must not become who has the account. */
import type { FactorName } from './step-up.ts';

/**
 * Whether a factor shows no more than the mailbox: a code by mail, and a recovery code of an account whose second factors are codes by mail,
 * for which it stands.
 * @param second the enabled second factors of the account, with `recovery_code` or without
 */
export function isMailboxFactor(factor: FactorName, second: readonly FactorName[]): boolean {
  return factor === 'email_code' || (factor === 'recovery_code' && second.every(isOfMailboxByName));
}

/**
 * The factors that answer where an account's guards are at stake: keys, second factors, recovery codes, telephones, saved addresses. What the
 * mailbox shows is one of them only where the account has nothing else.
 * @param factors that the account has, with `recovery_code` or without
 */
export function guardFactorsOf(factors: readonly FactorName[]): readonly FactorName[] {
  const others = factors.filter((factor) => !isMailboxFactor(factor, factors));
  return others.length > 0 ? others : factors;
}

function isOfMailboxByName(factor: FactorName): boolean {
  return factor === 'email_code' || factor === 'recovery_code';
}
