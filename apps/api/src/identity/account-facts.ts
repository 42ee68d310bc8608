/** The facts of the account of a token or a key that a request needs, in one query each. */
import { isPermission } from '@pelican/shared/contracts/operations';
import type { Queryable } from '../platform/database/index.ts';
import type { Operator, Principal } from '../platform/http/index.ts';
import { hasSecondFactor } from './factors/second-factors.ts';
import { isActiveUser } from './users/active-user.ts';
import { passwordIsNew } from './users/demand-unlocked.ts';

export interface AccountFacts {
  userId: number;
  operator: Operator | undefined;
  blocked: boolean;
  /** As declared and as verified, where they are known. */
  countries: string[];
  kycApproved: boolean;
  futuresQuizPassed: boolean;
  /** Unix milliseconds until which nothing leaves the account. */
  withdrawalsLockedUntilMs: number;
  /** The password was replaced within two days. */
  passwordIsNew: boolean;
  /** Some second factor is enabled. */
  secondFactor: boolean;
}

interface AccountRow {
  userId: string;
  operatorName: string | null;
  permissions: string[];
  isActive: boolean;
  country: string | null;
  kycCountry: string | null;
  kycStatus: string;
  futuresQuizPassed: boolean;
  withdrawalsLockedUntil: Date | null;
  passwordIsNew: boolean;
  secondFactor: boolean;
}

const isActive = isActiveUser('u');

/** Of `api_keys k`. */
const isKeyOn = `(k.enabled AND k.revoked_at IS NULL AND coalesce(k.expires_at, 'infinity') > now())`;

const accountColumns = `u.id AS "userId", u.operator_name AS "operatorName", u.permissions, u.country, u.kyc_country AS "kycCountry", ${isActive} AS "isActive", u.kyc_status AS "kycStatus",
  u.futures_quiz_passed_at IS NOT NULL AS "futuresQuizPassed", u.withdrawals_locked_until AS "withdrawalsLockedUntil", ${passwordIsNew('u')} AS "passwordIsNew",
  ${hasSecondFactor} AS "secondFactor"`;

export interface SessionAccount extends AccountFacts {
  /** Unix milliseconds at which the person last showed who they are. */
  authTimeMs: number;
  /** By more than one factor. */
  isMultiFactor: boolean;
}

/** The account of a session that has not ended; undefined when there is none. */
export async function findSessionAccount(db: Queryable, sessionId: string): Promise<SessionAccount | undefined> {
  const { rows } = await db.query<AccountRow & { authTime: Date; isMultiFactor: boolean }>({
    name: 'session-account',
    text: `SELECT ${accountColumns}, s.auth_time AS "authTime", 'mfa' = ANY (s.methods) AS "isMultiFactor" FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now()`,
    values: [sessionId],
  });
  if (!rows[0]) return undefined;
  const { authTime, isMultiFactor } = rows[0];
  return { ...toFacts(rows[0]), authTimeMs: authTime.getTime(), isMultiFactor };
}

/** The account itself. */
export async function findAccount(db: Queryable, userId: number): Promise<AccountFacts | undefined> {
  const { rows } = await db.query<AccountRow>(`SELECT ${accountColumns} FROM users u WHERE u.id = $1`, [userId]);
  return rows[0] && toFacts(rows[0]);
}

export interface KeyAccount extends AccountFacts {
  apiKeyId: string;
  secretEncrypted: Buffer;
  scopes: string[];
  allowedIps: string[];
  expiresAt: Date | null;
}

/** The account of an API key that is switched on. */
export async function findKeyAccount(db: Queryable, key: string): Promise<KeyAccount | undefined> {
  const { rows } = await db.query<AccountRow & Omit<KeyAccount, keyof AccountFacts>>(
    `SELECT ${accountColumns}, k.id AS "apiKeyId", k.secret_encrypted AS "secretEncrypted", k.scopes,
            k.allowed_ips AS "allowedIps", k.expires_at AS "expiresAt"
       FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.key = $1 AND ${isKeyOn}`,
    [key],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { apiKeyId, secretEncrypted, scopes, allowedIps, expiresAt } = row;
  return { ...toFacts(row), apiKeyId, secretEncrypted, scopes, allowedIps, expiresAt };
}

type Rights = Pick<
  Principal,
  | 'operator'
  | 'countries'
  | 'kycApproved'
  | 'futuresQuizPassed'
  | 'withdrawalsLockedUntilMs'
  | 'passwordIsNew'
  | 'secondFactor'
>;

/** What the principal of an account takes over from it. */
export function rightsOf({
  operator,
  countries,
  kycApproved,
  futuresQuizPassed,
  withdrawalsLockedUntilMs,
  passwordIsNew: isNew,
  secondFactor,
}: AccountFacts): Rights {
  return {
    ...(operator ? { operator } : {}),
    countries,
    kycApproved,
    futuresQuizPassed,
    withdrawalsLockedUntilMs,
    passwordIsNew: isNew,
    secondFactor,
  };
}

/** Ids of those sessions and API keys of the principals that may still be served. */
export async function findLiveCredentials(
  db: Queryable,
  principals: readonly Pick<Principal, 'sessionId' | 'apiKeyId'>[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = ANY($1) AND s.ended_at IS NULL AND s.expires_at > now() AND ${isActive}
      UNION ALL
     SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE k.id = ANY($2) AND ${isKeyOn} AND ${isActive}`,
    [principals.flatMap(({ sessionId }) => sessionId ?? []), principals.flatMap(({ apiKeyId }) => apiKeyId ?? [])],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Notes that a key was used, for its owner to see. */
export async function markKeyUsed(db: Queryable, apiKeyId: string): Promise<void> {
  await db.query('UPDATE api_keys SET last_used_at = now() WHERE id = $1', [apiKeyId]);
}

function toFacts(row: AccountRow): AccountFacts {
  return {
    userId: Number(row.userId),
    operator: operatorOf(row),
    countries: [row.country, row.kycCountry].filter((country) => country !== null),
    blocked: !row.isActive,
    kycApproved: row.kycStatus === 'approved',
    futuresQuizPassed: row.futuresQuizPassed,
    withdrawalsLockedUntilMs: row.withdrawalsLockedUntil?.getTime() ?? 0,
    passwordIsNew: row.passwordIsNew,
    secondFactor: row.secondFactor,
  };
}

function operatorOf({ operatorName, permissions }: AccountRow): Operator | undefined {
  if (operatorName === null) return undefined;
  return { name: operatorName, permissions: new Set(permissions.filter(isPermission)) };
}
