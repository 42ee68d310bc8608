/** The caller of a request, as identity has determined it and as guards and services use it. */
import type { Permission } from '@pelican/shared/contracts/operations';

export const scopes = ['read', 'trade', 'transfer', 'withdraw'] as const;
export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

export interface Operator {
  /** The name in audit records and requests. */
  name: string;
  permissions: ReadonlySet<Permission>;
}

export interface Principal {
  userId: number;
  /** Set for a browser session, absent for an API key. */
  sessionId?: string;
  apiKeyId?: string;
  /** A session has all scopes; a key those it was given. */
  scopes: ReadonlySet<Scope>;
  /** Set for an operator. */
  operator?: Operator;
  /** ISO 3166 alpha-2, as declared at sign-up and as verified; none where neither is known. */
  countries: readonly string[];
  kycApproved: boolean;
  /** May place perpetual orders. */
  futuresQuizPassed: boolean;
  /** Some second factor of the account is enabled. */
  secondFactor: boolean;
  /** The person has signed in by more than one factor; absent for API keys. */
  isMultiFactor?: boolean;
  /** Unix milliseconds at which the person last showed who they are; absent for API keys. */
  authTimeMs?: number;
  /** Unix milliseconds until which nothing leaves the account. */
  withdrawalsLockedUntilMs?: number;
  /** The password was replaced within two days. */
  passwordIsNew?: boolean;
  /** Unix milliseconds at which the access token ends; absent for API keys. */
  expiresAtMs?: number;
  /** The request was authenticated by a cookie, so it must carry the CSRF token. */
  byCookie: boolean;
}
