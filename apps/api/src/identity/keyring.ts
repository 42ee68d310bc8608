/** Callers that sign with an API key. */
import { DomainError, plainRefusal } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { createAddressRateLimit, isScope, type Principal, type Scope } from '../platform/http/index.ts';
import { type EncryptionKeys, unseal } from '../platform/sealing/index.ts';
import type { AccountChange } from './account-changes.ts';
import { findKeyAccount, type KeyAccount, markKeyUsed, rightsOf } from './account-facts.ts';
import { createAnswerCache } from './answer-cache.ts';
import { addressCheck } from './api-keys/address-ranges.ts';
import { isSocketTokenRight, keyOfSocketToken } from './api-keys/socket-token.ts';
import { isSignatureRight, isUnambiguous, type SignedRequest } from './api-signature.ts';
import { spendOnce } from './spend-once.ts';

export interface SignedCall extends SignedRequest {
  key: string;
  signature: string;
  ip: string;
}

/** How far a bot's clock may be from ours. */
export const clockSkewMsMax = 60_000;
/** Longer than a timestamp is accepted: a signature is forgotten only when it is stale anyway. */
const spentSeconds = (2 * clockSkewMsMax) / 1000 + 10;
/** `last_used_at` is for people to read: once a minute is often enough. */
const markUsedEveryMs = 60_000;

interface KnownKey {
  principal: Principal;
  secret: string;
  allows: (ip: string) => boolean;
  /** Unix milliseconds; a remembered key ends on time too. */
  expiresAtMs: number;
}

/** As api-keys/service.ts makes them: anything else is no key, and costs nothing. */
const keyPattern = /^[0-9a-f]{32}$/;
/** Keys that do not exist, of an address: each costs a query. */
const unknownKeysPerSecond = 2;
const unknownKeysBurst = 50;
/** A key that did not exist is not looked for again for this long. */
const unknownMs = 30_000;
const unknownMax = 10_000;
/** So many keys that exist are remembered. */
const existingMax = 100_000;

/** The answer is the caller with the rights of the account now. @throws DomainError when the caller may not make this call */
export type Admit = (principal: Principal) => Promise<Principal>;

export interface Keyring {
  /**
   * Accepts each signature once, over all processes, but those of reads. Without an answer from Redis none of them is accepted.
   * A call that `admit` refuses keeps its signature, so it may be sent again, and takes no memory of Redis.
   * @throws DomainError invalid_signature, account_blocked, and what `admit` throws
   */
  verify(call: SignedCall, admit: Admit): Promise<Principal>;
  /** The principal of a key whose signature has been verified before, so it is no guess. @throws DomainError invalid_signature, account_blocked */
  recall(key: string, ip: string): Promise<Principal>;
  /** The caller of a socket token, who may read what the key may. @throws DomainError invalid_token, invalid_signature, account_blocked */
  verifySocketToken(token: string, ip: string): Promise<Principal>;
  forget(change: AccountChange): void;
  clear(): void;
}

/** Keys as Postgres has them. */
export function createKeyring(options: {
  pool: pg.Pool;
  redis: Pick<Redis, 'set'>;
  encryptionKeys: EncryptionKeys;
  now: () => number;
}): Keyring {
  const { pool, redis, encryptionKeys, now } = options;
  const known = createAnswerCache({ ask: learn, userOf: ({ principal }) => principal.userId, now });
  const unknown = new LRUCache<string, true>({ max: unknownMax, ttl: unknownMs });
  /** Keys that were found before, whatever has become of the answer about them: asking again is no guess. */
  const existing = new LRUCache<string, true>({ max: existingMax });
  const guesses = createAddressRateLimit(unknownKeysPerSecond, unknownKeysBurst);
  const markedAtMs = new Map<string, number>();

  async function learn(key: string): Promise<KnownKey> {
    const account = await findKeyAccount(pool, key);
    if (!account) {
      existing.delete(key);
      unknown.set(key, true);
      throw new DomainError('invalid_signature');
    }
    existing.set(key, true);
    if (account.blocked) throw new DomainError('account_blocked');
    return {
      principal: toPrincipal(account),
      secret: unseal(account.secretEncrypted, encryptionKeys, key).toString('utf8'),
      allows: addressCheck(account.allowedIps),
      expiresAtMs: account.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  function markUsed(apiKeyId: string): void {
    const nowMs = now();
    if (nowMs - (markedAtMs.get(apiKeyId) ?? 0) < markUsedEveryMs) return;
    markedAtMs.set(apiKeyId, nowMs);
    // The caller does not wait for a note that only people read, and is not refused for want of it.
    markKeyUsed(pool, apiKeyId).catch(() => markedAtMs.delete(apiKeyId));
  }

  /** While Postgres is asked for a key that may not exist, the address must have room for one more that does not. */
  async function lookUp(key: string, ip: string): Promise<KnownKey> {
    if (known.knows(key) || existing.has(key)) return known.recall(key);
    guesses.take(ip);
    try {
      return await known.recall(key);
    } finally {
      if (!unknown.has(key)) guesses.giveBack(ip);
    }
  }

  async function recallAllowed(key: string, ip: string, find: typeof lookUp): Promise<KnownKey> {
    if (!keyPattern.test(key) || unknown.has(key)) throw plainRefusal('invalid_signature');
    const entry = await find(key, ip);
    if (!entry.allows(ip) || entry.expiresAtMs <= now()) throw new DomainError('invalid_signature');
    return entry;
  }

  async function spend(apiKeyId: string, signature: string): Promise<void> {
    const isFirst = await spendOnce(redis, `signature:${apiKeyId}:${signature}`, spentSeconds);
    if (!isFirst) throw new DomainError('invalid_signature');
  }

  return {
    async verify(call, admit) {
      const isRecent = Math.abs(now() - call.timestampMs) <= clockSkewMsMax;
      if (!isRecent || !isUnambiguous(call)) throw new DomainError('invalid_signature');
      const { secret, principal } = await recallAllowed(call.key, call.ip, lookUp);
      if (!isSignatureRight(secret, call, call.signature)) throw new DomainError('invalid_signature');
      const admitted = await admit(principal);
      if (!isHarmlessTwice(call)) await spend(principal.apiKeyId as string, call.signature.toLowerCase());
      markUsed(principal.apiKeyId as string);
      return admitted;
    },
    async verifySocketToken(token, ip) {
      const key = keyOfSocketToken(token);
      if (key === undefined) throw new DomainError('invalid_token');
      const { secret, principal } = await recallAllowed(key, ip, lookUp);
      if (!isSocketTokenRight(token, key, secret)) throw new DomainError('invalid_token');
      return { ...principal, scopes: new Set<Scope>(principal.scopes.has('read') ? ['read'] : []) };
    },
    async recall(key, ip) {
      return (await recallAllowed(key, ip, known.recall)).principal;
    },
    forget(change) {
      if (change.kind === 'session') return;
      // Refused while it was off: its owner has turned it on again.
      if (change.kind === 'apiKey' && change.reason === 'enabled') unknown.clear();
      known.forget(change.userId, ({ principal }) => change.kind === 'user' || principal.apiKeyId === change.id);
    },
    clear: () => known.clear(),
  };
}

/** Repeating a read reveals no more than its first answer; a signature for the socket opens a session. */
function isHarmlessTwice({ method, path }: SignedRequest): boolean {
  return method === 'GET' && path !== '/socket';
}

function toPrincipal(account: KeyAccount): Principal {
  const { userId, apiKeyId } = account;
  const scopes = new Set(account.scopes.filter(isScope));
  return { userId, ...rightsOf(account), apiKeyId, scopes, byCookie: false };
}
