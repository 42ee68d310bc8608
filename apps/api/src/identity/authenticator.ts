/**
 * Identifies callers. The account behind a token or a key is cached for seconds (answer-cache.ts), so that the hot path costs a
 * map lookup, and for a key one HMAC; a change of an account is announced and drops its entries at once.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Principal, type Scope, scopes } from '../platform/http/index.ts';
import type { EncryptionKeys } from '../platform/sealing/index.ts';
import { type AccountChange, followAccountChanges } from './account-changes.ts';
import { findLiveCredentials, findSessionAccount, rightsOf, type SessionAccount } from './account-facts.ts';
import { createAnswerCache } from './answer-cache.ts';
import { type Admit, createKeyring, type SignedCall } from './keyring.ts';
import { createRequire, type KycPolicy, type Require } from './requirements.ts';
import type { Tokens } from './sessions/tokens.ts';

export interface AuthenticatorDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'duplicate' | 'set'>;
  tokens: Tokens;
  apiKeyEncryptionKeys: EncryptionKeys;
  kycRequired: KycPolicy;
  restrictedCountries: readonly string[];
  log: Pick<Logger, 'warn'>;
  now?: () => number;
}

export interface Authenticator {
  /**
   * The caller of an access token, or of a socket token where those are welcome.
   * @throws DomainError invalid_token, account_blocked
   */
  verifyAccessToken(token: string, place?: 'http' | 'socket'): Promise<Principal>;
  /**
   * The principal, as it is now, of an API key that has signed before: a socket signs once.
   * @throws DomainError invalid_signature, account_blocked
   */
  recallApiKey(key: string, ip: string): Promise<Principal>;
  /**
   * The caller of the socket token of an API key, who may read alone.
   * @throws DomainError invalid_token, invalid_signature, account_blocked
   */
  verifySocketToken(token: string, ip: string): Promise<Principal>;
  /**
   * The caller of a signed request, whose signature is spent once `admit` has let the caller in.
   * @throws DomainError invalid_signature, account_blocked, and what `admit` throws
   */
  verifyApiSignature(call: SignedCall, admit: Admit): Promise<Principal>;
  /** Calls back with every announced change, after the entries of that user were dropped. Returns the way to stop that. */
  onAccountChange(listener: (change: AccountChange) => void): () => void;
  /** Those of the principals whose session, key or account has ended, read from Postgres. */
  findEnded(principals: readonly Principal[]): Promise<Principal[]>;
  require: Require;
  stop(): void;
}

interface KnownToken {
  principal: Principal;
  socketOnly: boolean;
}

const allScopes: ReadonlySet<Scope> = new Set(scopes);

/** Starts listening for changes of accounts and returns the authenticator of this process. */
export async function createAuthenticator(deps: AuthenticatorDeps): Promise<Authenticator> {
  const { pool, tokens, now = Date.now } = deps;
  const known = createAnswerCache({ ask: learn, userOf: ({ principal }) => principal.userId, now });
  const keyring = createKeyring({ pool, redis: deps.redis, encryptionKeys: deps.apiKeyEncryptionKeys, now });
  const listeners = new Set<(change: AccountChange) => void>();

  const feed = await followAccountChanges(deps.redis, {
    onChange(change) {
      forget(change);
      for (const listener of listeners) listener(change);
    },
    onGap() {
      known.clear();
      keyring.clear();
    },
    onError: (error) => deps.log.warn({ err: error }, 'the feed of account changes broke off'),
  });

  function forget(change: AccountChange): void {
    keyring.forget(change);
    if (change.kind === 'apiKey') return;
    known.forget(change.userId, ({ principal }) => change.kind === 'user' || principal.sessionId === change.id);
  }

  async function learn(token: string): Promise<KnownToken> {
    const claims = await tokens.verify(token, ['api', 'socket']);
    const account = await findSessionAccount(pool, claims.subject);
    if (!account || account.userId !== claims.userId) throw new DomainError('invalid_token');
    if (account.blocked) throw new DomainError('account_blocked');
    return {
      principal: toPrincipal(account, claims.subject, claims.expiresAtMs),
      socketOnly: claims.use === 'socket',
    };
  }

  return {
    async verifyAccessToken(token, place = 'socket') {
      const { principal, socketOnly } = await known.recall(token);
      const hasEnded = (principal.expiresAtMs as number) <= now();
      if (hasEnded || (socketOnly && place === 'http')) throw new DomainError('invalid_token');
      return principal;
    },
    verifyApiSignature: (call, admit) => keyring.verify(call, admit),
    verifySocketToken: (token, ip) => keyring.verifySocketToken(token, ip),
    recallApiKey: (key, ip) => keyring.recall(key, ip),
    onAccountChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async findEnded(principals) {
      const live = await findLiveCredentials(pool, principals);
      const ended = principals.filter(({ sessionId, apiKeyId }) => !live.has((sessionId ?? apiKeyId) as string));
      for (const { userId } of ended) forget({ kind: 'user', userId, reason: 'ended' });
      return ended;
    },
    require: createRequire({
      pool,
      kycRequired: deps.kycRequired,
      restrictedCountries: deps.restrictedCountries,
      onStale: (userId) => forget({ kind: 'user', userId, reason: 'rights_changed' }),
    }),
    stop: () => feed.stop(),
  };
}

function toPrincipal(account: SessionAccount, sessionId: string, expiresAtMs: number): Principal {
  const { userId, authTimeMs, isMultiFactor } = account;
  return {
    userId,
    ...rightsOf(account),
    sessionId,
    authTimeMs,
    isMultiFactor,
    expiresAtMs,
    scopes: allScopes,
    byCookie: false,
  };
}
