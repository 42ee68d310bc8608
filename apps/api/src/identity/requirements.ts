/** What a call may demand of its caller, and the one place that refuses. */

import { DomainError, type ErrorCode } from '@pelican/shared/contracts';
import type { Permission } from '@pelican/shared/contracts/operations';
import type pg from 'pg';
import type { Principal, Scope } from '../platform/http/index.ts';
import { findAccount, rightsOf } from './account-facts.ts';
import { lockedBySecurity } from './users/demand-unlocked.ts';

/** What of an account needs KYC by the settings of this exchange. */
export type KycPolicy = Readonly<Record<'trade' | 'exchange' | 'deposit' | 'withdraw', boolean>>;

interface Circumstances {
  kycRequired: KycPolicy;
  /** ISO 3166 alpha-2 */
  restrictedCountries: readonly string[];
}

export interface Requirement {
  refusal: ErrorCode;
  /** In place of the refusal's own text; undefined for that. */
  message?: (principal: Principal) => string | undefined;
  /** When it will be met by itself, in Unix milliseconds. */
  metFrom?(principal: Principal): number | undefined;
  /** A credential stays as it was issued. An account changes, so it is read again before the caller is refused. */
  of: 'credential' | 'account';
  isMet(principal: Principal, circumstances: Circumstances): boolean;
}

export function scopeOf(scope: Scope): Requirement {
  return { refusal: 'insufficient_scope', of: 'credential', isMet: ({ scopes }) => scopes.has(scope) };
}

/** Not an API key. */
export const ownSession: Requirement = {
  refusal: 'insufficient_scope',
  of: 'credential',
  isMet: ({ sessionId }) => sessionId !== undefined,
};

export const anyOperator: Requirement = {
  refusal: 'forbidden',
  of: 'account',
  isMet: ({ operator }) => operator !== undefined,
};

/** An operator to whom this is permitted. */
export function permissionOf(permission: Permission): Requirement {
  return {
    refusal: 'forbidden',
    of: 'account',
    isMet: ({ operator }) => operator?.permissions.has(permission) ?? false,
  };
}

export function kycFor(activity: keyof KycPolicy, message?: string): Requirement {
  return {
    refusal: 'kyc_required',
    ...(message === undefined ? {} : { message: () => message }),
    of: 'account',
    isMet: ({ kycApproved }, { kycRequired }) => kycApproved || !kycRequired[activity],
  };
}

/** Lends or borrows: of everybody, whatever else needs KYC. */
export const verifiedForLoans: Requirement = {
  refusal: 'passVerification',
  of: 'account',
  isMet: ({ kycApproved }) => kycApproved,
};

/** Neither the declared nor the verified country is a restricted one; an unknown one passes. */
export const regionAllowed: Requirement = {
  refusal: 'region_barred',
  of: 'account',
  isMet: ({ countries }, { restrictedCountries }) =>
    !countries.some((country) => restrictedCountries.includes(country)),
};

/** No change of the password, of a second factor or of the telephone holds withdrawals back: somebody who has taken the account over gets no money out at once. */
export const withdrawalsUnlocked: Requirement = {
  refusal: 'withdrawals_locked',
  of: 'account',
  // The refusal's own text is of a password.
  message: ({ passwordIsNew }) => (passwordIsNew ? undefined : lockedBySecurity),
  isMet: ({ withdrawalsLockedUntilMs = 0 }) => withdrawalsLockedUntilMs <= Date.now(),
  // Two days or seven: the text is that of two.
  metFrom: ({ withdrawalsLockedUntilMs }) => withdrawalsLockedUntilMs,
};

export const futuresQuiz: Requirement = {
  refusal: 'quiz_required',
  of: 'account',
  isMet: ({ futuresQuizPassed }) => futuresQuizPassed,
};

/** An operator with a second factor enabled, other than codes by mail. */
export const operatorSecondFactor: Requirement = {
  refusal: 'operator_two_factor',
  of: 'account',
  isMet: ({ secondFactor }) => secondFactor,
};

/**
 * Checks the requirements in their order. The answer is the principal with the rights that were checked.
 * @throws DomainError the refusal of the first one that the caller does not meet; account_blocked
 */
export type Require = (principal: Principal, ...requirements: readonly Requirement[]) => Promise<Principal>;

export interface RequireDeps {
  pool: pg.Pool;
  kycRequired: KycPolicy;
  restrictedCountries: readonly string[];
  /** Called when the account has more rights than the principal. */
  onStale(userId: number): void;
}

export function createRequire({ pool, kycRequired, restrictedCountries, onStale }: RequireDeps): Require {
  function firstUnmet(principal: Principal, requirements: readonly Requirement[]): Requirement | undefined {
    const circumstances = { kycRequired, restrictedCountries };
    return requirements.find((requirement) => !requirement.isMet(principal, circumstances));
  }

  /** The principal with the rights that its account has in Postgres. */
  async function readAgain(principal: Principal): Promise<Principal> {
    const account = await findAccount(pool, principal.userId);
    if (!account) throw new DomainError('invalid_token');
    if (account.blocked) throw new DomainError('account_blocked');
    const { operator: _former, ...credential } = principal;
    return { ...credential, ...rightsOf(account) };
  }

  return async (principal, ...requirements) => {
    const unmet = firstUnmet(principal, requirements);
    if (!unmet) return principal;
    if (unmet.of === 'credential') throw refusalOf(unmet, principal);
    const current = await readAgain(principal);
    const refused = firstUnmet(current, requirements);
    if (refused) throw refusalOf(refused, current);
    onStale(principal.userId);
    return current;
  };
}

function refusalOf({ refusal, message, metFrom }: Requirement, principal: Principal): DomainError {
  const metFromMs = metFrom?.(principal);
  const text = message?.(principal);
  return new DomainError(refusal, {
    ...(text === undefined ? {} : { message: text }),
    ...(metFromMs === undefined ? {} : { details: { retryAfterMs: Math.max(0, metFromMs - Date.now()) } }),
  });
}
