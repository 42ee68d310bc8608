/** API keys as their owners make, turn and delete them. */
import { DomainError } from '@pelican/shared/contracts';
import type {
  ApiKeyView,
  CreatedApiKey,
  NewApiKeyRequest,
  ToggleApiKeyRequest,
} from '@pelican/shared/contracts/api-keys';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AccountFactors,
  type AnnounceCommitted,
  generateApiKey,
  insertApiKey,
  isAddressRange,
  lockLiveSession,
  lockUserRow,
  type SessionOfUser,
  secondStepsOf,
  socketTokenOf,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import {
  demandAccount,
  demandSameFactors,
  demandVerifiedEmail,
  type FactorChecks,
  type Proof,
  type SessionCaller,
} from '../auth/index.ts';
import { countKeys, deleteKey, findKey, findKeys, type StoredKey, setEnabled } from './repository.ts';

/** Of a user, those that are off included. */
const keysMax = 20;
const lifeYearsMax = 5;
/** A shorter prefix is a large part of the internet, and protects nobody. */
const prefixMin = 8;

export interface ApiKeyServiceDeps {
  pool: pg.Pool;
  announce: AnnounceCommitted;
  encryptionKeys: EncryptionKeys;
  factorChecks: FactorChecks;
  now?: () => number;
}

export interface ApiKeyService {
  list(
    db: Queryable,
    userId: number,
    page: { offset: number; limit: number },
  ): Promise<{ result: ApiKeyView[]; total: number; offset: number; limit: number }>;
  /** @throws DomainError two_factor_required, email_unverified, factor_needed, factor_wrong, too_many_api_keys, invalid_argument */
  create(person: SessionCaller, request: NewApiKeyRequest): Promise<CreatedApiKey>;
  /**
   * Turns a key on, which demands a second factor, or off, which demands none. A key that is so already stays, and nothing is demanded.
   * @throws DomainError not_found, api_key_ended, two_factor_required, factor_needed, factor_wrong, too_many_requests
   */
  toggle(person: SessionCaller, id: string, request: ToggleApiKeyRequest): Promise<ApiKeyView>;
  /** @throws DomainError not_found */
  remove(userId: number, id: string): Promise<void>;
}

export function createApiKeyService(deps: ApiKeyServiceDeps): ApiKeyService {
  const { pool, encryptionKeys, factorChecks, now = Date.now } = deps;

  /**
   * Turning off the last second factor, and adding the first beside codes by mail, turn off all keys and lock the same row: the key comes
   * before that or not at all.
   * @param shownTo the account when its factor was shown
   * @throws DomainError two_factor_required, email_unverified, factor_needed, invalid_token (the session has ended)
   */
  async function demandGuarded(tx: Transaction, session: SessionOfUser, shownTo: AccountFactors): Promise<void> {
    const { userId } = session;
    await lockLiveSession(tx, session);
    const account = await demandAccount(tx, userId);
    if (account.second.length === 0) throw new DomainError('two_factor_required');
    demandVerifiedEmail(account);
    await demandSameFactors(tx, userId, shownTo);
  }

  async function demandKey(db: Queryable, userId: number, id: string): Promise<StoredKey> {
    const key = await findKey(db, userId, id);
    if (!key) throw new DomainError('not_found');
    return key;
  }

  /** @returns the account that the factor was shown to */
  async function demandKeyFactor(person: SessionCaller, proof: Proof): Promise<AccountFactors> {
    const account = await demandAccount(pool, person.userId);
    await factorChecks.demand(person, proof, true, guardFactorsOf(secondStepsOf(account)));
    return account;
  }

  function announce(userId: number, id: string, reason: string): Promise<void> {
    return deps.announce({ kind: 'apiKey', id, userId, reason });
  }

  return {
    async list(db, userId, page) {
      const { keys, total } = await findKeys(db, userId, page);
      return { result: keys.map((key) => view(key, now())), total, ...page };
    },

    async create(person, request) {
      const { userId } = person;
      const { name: label, scopes, allowed_ips: allowedIps } = request;
      demandAddresses(request);
      const expiresAt = readExpiry(request.expires_at, now());
      const shownTo = await demandKeyFactor(person, request);
      const material = generateApiKey(encryptionKeys);
      const { id, key, secret } = material;
      const created = await inTransaction(pool, async (tx) => {
        await demandGuarded(tx, person, shownTo);
        if ((await countKeys(tx, userId)) >= keysMax) throw new DomainError('too_many_api_keys');
        await insertApiKey(tx, { userId, label, scopes, allowedIps, expiresAt }, material);
        await writeNotices(tx, [{ userId, kind: 'api_key_created', payload: { name: label, scopes } }]);
        const details = { id, key, label, scopes, allowedIps, expiresAt: expiresAt?.toISOString() ?? null };
        await record(tx, userId, 'api_key.created', details);
        return demandKey(tx, userId, id);
      });
      return { ...view(created, now()), apiSecret: secret, websocketToken: socketTokenOf(key, secret) };
    },

    async toggle(person, id, { enabled, ...proof }) {
      const { userId } = person;
      const found = await demandKey(pool, userId, id);
      let shownTo: AccountFactors | undefined;
      if (enabled && !found.enabled) {
        demandGoesOn(found, now());
        shownTo = await demandKeyFactor(person, proof);
      }
      const what = enabled ? 'enabled' : 'disabled';
      const key = await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, person);
        const before = await demandKey(tx, userId, id);
        if (enabled === before.enabled) return before;
        // Turned off since it was looked at: no factor was shown for this.
        if (enabled && !shownTo) throw new DomainError('factor_needed');
        if (shownTo) await demandGuarded(tx, person, shownTo);
        await setEnabled(tx, id, enabled);
        await writeNotices(tx, [{ userId, kind: `api_key_${what}`, payload: { name: before.name } }]);
        await record(tx, userId, `api_key.${what}`, { id, key: before.apiKey });
        return { ...before, enabled };
      });
      await announce(userId, id, what);
      return view(key, now());
    },

    async remove(userId, id) {
      await inTransaction(pool, async (tx) => {
        await lockUserRow(tx, userId);
        const { name, apiKey: key } = await demandKey(tx, userId, id);
        await deleteKey(tx, id);
        await writeNotices(tx, [{ userId, kind: 'api_key_deleted', payload: { name } }]);
        await record(tx, userId, 'api_key.deleted', { id, key });
      });
      await announce(userId, id, 'deleted');
    },
  };
}

function record(tx: Transaction, userId: number, action: string, details: Record<string, unknown>): Promise<void> {
  return recordAudit(tx, { actor: `user:${userId}`, action, subject: `user:${userId}`, details });
}

/** @throws DomainError invalid_argument */
function demandAddresses({ allowed_ips: ranges, scopes }: NewApiKeyRequest): void {
  const refuse = (text: string) => new DomainError('invalid_argument', { fields: { allowed_ips: [text] } });
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined) throw refuse('Enter addresses, or ranges as 198.51.100.0/24');
  if (ranges.some((range) => range.includes('/') && Number(range.split('/')[1]) < prefixMin))
    throw refuse(`A range has a prefix of at least ${prefixMin} bits`);
  if (scopes.includes('withdraw') && ranges.length === 0) throw refuse('A key that may withdraw needs addresses');
}

/** @throws DomainError invalid_argument */
function readExpiry(seconds: number | null | undefined, nowMs: number): Date | null {
  if (seconds === null || seconds === undefined) return null;
  const isPossible = seconds * 1000 > nowMs && seconds * 1000 < nowMs + lifeYearsMax * 365 * 86_400_000;
  if (isPossible) return new Date(seconds * 1000);
  const text = `Choose a day within the next ${lifeYearsMax} years`;
  throw new DomainError('invalid_argument', { fields: { expires_at: [text] } });
}

/** @throws DomainError api_key_ended */
function demandGoesOn(key: StoredKey, nowMs: number): void {
  if (key.revokedAt || hasExpired(key, nowMs)) throw new DomainError('api_key_ended');
}

function hasExpired({ expiresAt }: StoredKey, nowMs: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= nowMs;
}

function statusOf(key: StoredKey, nowMs: number): ApiKeyView['status'] {
  if (key.revokedAt) return 'revoked';
  if (hasExpired(key, nowMs)) return 'expired';
  return key.enabled ? 'active' : 'disabled';
}

function view(key: StoredKey, nowMs: number): ApiKeyView {
  const { id, serialNumber, name, apiKey, scopes, allowedIps, createdAt, expiresAt, lastUsedAt } = key;
  const status = statusOf(key, nowMs);
  return {
    id,
    serialNumber,
    name,
    apiKey,
    scopes,
    allowedIps,
    status,
    isEnabled: status === 'active',
    createdAt: createdAt.getTime() / 1000,
    expiresAt: expiresAt && expiresAt.getTime() / 1000,
    lastUsedAt: lastUsedAt && lastUsedAt.getTime() / 1000,
  };
}
