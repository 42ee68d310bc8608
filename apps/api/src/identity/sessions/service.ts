/**
 * Sessions: one for each signed-in device. The refresh token changes with each use, so that a session has one token that
 * is unused; a used one that comes back means that two parties hold it, and ends the session for both. The rows of used
 * tokens are kept for the seconds in which a repeat may be answered again.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { TokenResponse } from '@pelican/shared/contracts/auth';
import type { Redis } from 'ioredis';
import { createAuditRecord, inPrismaTransaction, type PrismaQueryable } from '../../platform/database/index.ts';
import { addressKey } from '../../platform/http/index.ts';
import { announceAccountChange } from '../account-changes.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import {
  type Device,
  deleteUsedTokens,
  findSession,
  findSessionOfToken,
  type HeldToken,
  insertRefreshToken,
  insertSession,
  isUnused,
  lockAccountForSession,
  lockRefreshToken,
  lockSessionOfDeletedToken,
  markSessionEnded,
  type SignInMethod,
  spendRefreshToken,
  type TokenHash,
} from './repository.ts';
import type { Tokens } from './tokens.ts';

/**
 * Two tabs that refresh at once present the same token, and so does a page that is loaded again before the answer came: the
 * second call is no theft this soon after the first.
 */
const raceSecondsMax = 5;

export interface SessionsDeps {
  prisma: PrismaClient;
  redis: Pick<Redis, 'publish'>;
  tokens: Tokens;
  refreshTokens: RefreshTokens;
  accessTokenSeconds: number;
  sessionDays: number;
  /** A session that is not refreshed for so long has ended. */
  idleDays: number;
  /** Runs in the transaction that ends a session because a used refresh token came again. */
  onReuse?(transaction: PrismaQueryable, userId: number, device: Device): Promise<void>;
  now?: () => number;
}

export interface SessionTokens extends TokenResponse {
  sessionId: string;
}

type AccessToken = Omit<SessionTokens, 'refresh_token'>;

/** Without a refresh token for a caller whose successor token was used already. */
export type RefreshedTokens = AccessToken & Partial<Pick<SessionTokens, 'refresh_token'>>;

/** Either may throw, and then the token stays as it was. */
export interface RefreshChecks {
  /** Called before the session is changed in any way. */
  authorise(sessionId: string): void;
  /** Called before tokens are issued, and not when a used token ends the session: no limit may hide a theft. */
  takeAllowance(sessionId: string): void;
}

/** An account whose password was verified a moment ago. */
export interface VerifiedAccount {
  id: number;
  /** The hash that it was verified against. */
  passwordHash: string;
}

export interface Sessions {
  /**
   * Signs a user in on a device.
   * @param before runs in the transaction of the new session, before it is there
   * @throws DomainError invalid_credentials when the password has changed since it was verified, account_blocked
   */
  open(
    account: VerifiedAccount,
    device: Device,
    methods: SignInMethod[],
    before?: (transaction: PrismaQueryable) => Promise<void>,
  ): Promise<SessionTokens>;
  /**
   * Changes a refresh token for a new pair. The same device that comes a moment later with the token that it has just
   * used gets the same refresh token again, and an access token alone when that one was used meanwhile.
   * @throws DomainError invalid_token, account_blocked, and what the checks throw
   */
  refresh(refreshToken: string, device: Device, checks: RefreshChecks): Promise<RefreshedTokens>;
  /** Ends a session; ending an ended one does nothing. */
  end(session: { sessionId: string; userId: number }, reason: string): Promise<void>;
  /** Ends the session that a refresh token belongs to, if there is one. */
  endByRefreshToken(refreshToken: string, reason: string): Promise<void>;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { prisma, tokens, refreshTokens, accessTokenSeconds, now = Date.now } = deps;

  async function issueAccess({ userId, sessionId }: { userId: number; sessionId: string }): Promise<AccessToken> {
    const expires = Math.floor(now() / 1000) + accessTokenSeconds;
    const accessToken = await tokens.sign('api', { userId, subject: sessionId, lifeSeconds: accessTokenSeconds });
    return { access_token: accessToken, token_expire: expires, sessionId };
  }

  async function issuePair(
    transaction: PrismaQueryable,
    session: { userId: number; sessionId: string; expiresAt: Date },
    refreshToken: string,
  ): Promise<SessionTokens> {
    const { sessionId, expiresAt } = session;
    await insertRefreshToken(transaction, { sessionId, expiresAt, tokenHash: hashToken(refreshToken) });
    return { ...(await issueAccess(session)), refresh_token: refreshToken };
  }

  async function lock(transaction: PrismaQueryable, refreshToken: string): Promise<HeldToken | undefined> {
    const held = await lockRefreshToken(transaction, hashToken(refreshToken), deps.idleDays);
    if (held) return held;
    const sessionId = refreshTokens.sessionOf(refreshToken);
    return sessionId === undefined ? undefined : lockSessionOfDeletedToken(transaction, sessionId);
  }

  /** The answer to a refresh once more. */
  async function repeat(transaction: PrismaQueryable, held: HeldToken, successor: string): Promise<RefreshedTokens> {
    const access = await issueAccess(held);
    return (await isUnused(transaction, hashToken(successor))) ? { ...access, refresh_token: successor } : access;
  }

  async function replace(
    transaction: PrismaQueryable,
    held: HeldToken,
    use: Device & { refreshToken: string; successor: string },
  ): Promise<RefreshedTokens> {
    const { refreshToken, successor, ...device } = use;
    const { userId, sessionId, sessionExpiresAt: expiresAt, now: usedAt } = held;
    await spendRefreshToken(transaction, { tokenHash: hashToken(refreshToken), sessionId, now: usedAt, ...device });
    await deleteUsedTokens(transaction, sessionId, new Date(usedAt.getTime() - raceSecondsMax * 1000));
    return issuePair(transaction, { userId, sessionId, expiresAt }, successor);
  }

  async function end(session: { sessionId: string; userId: number }, reason: string): Promise<void> {
    // Every announcement makes all processes read that user again: only what has changed is announced.
    if (await markSessionEnded(prisma, session.sessionId, reason)) await announce(session, reason);
  }

  function announce({ sessionId, userId }: { sessionId: string; userId: number }, reason: string): Promise<void> {
    return announceAccountChange(deps.redis, { kind: 'session', id: sessionId, userId, reason });
  }

  return {
    open: ({ id: userId, passwordHash }, device, methods, before) =>
      inPrismaTransaction(prisma, async (transaction) => {
        const account = await lockAccountForSession(transaction, userId);
        if (account?.passwordHash !== passwordHash) throw new DomainError('invalid_credentials');
        if (account.blocked) throw new DomainError('account_blocked');
        await before?.(transaction);
        const sessionId = randomUUID();
        const expiresAt = new Date(Date.now() + deps.sessionDays * 86_400_000);
        await insertSession(transaction, { id: sessionId, userId, methods, expiresAt, ...device });
        return issuePair(transaction, { userId, sessionId, expiresAt }, refreshTokens.first(sessionId));
      }),

    async refresh(refreshToken, device, checks) {
      const outcome = await inPrismaTransaction(prisma, async (transaction) => {
        const held = await lock(transaction, refreshToken);
        if (!held || held.ended) throw new DomainError('invalid_token');
        checks.authorise(held.sessionId);
        if (held.blocked) throw new DomainError('account_blocked');
        if (isReuse(held, device)) {
          await markSessionEnded(transaction, held.sessionId, 'reuse_detected');
          await createAuditRecord(transaction, {
            actor: 'system',
            action: 'session.reuse_detected',
            subject: `user:${held.userId}`,
            details: { sessionId: held.sessionId, ip: device.ip, userAgent: device.userAgent },
          });
          await deps.onReuse?.(transaction, held.userId, device);
          return { reused: held };
        }
        checks.takeAllowance(held.sessionId);
        const successor = refreshTokens.successor(held.sessionId, refreshToken);
        const issued =
          held.usedSecondsAgo === null
            ? await replace(transaction, held, { refreshToken, successor, ...device })
            : await repeat(transaction, held, successor);
        return { issued };
      });
      // The end of the session has to be committed, so the refusal comes after the transaction.
      if (outcome.reused) {
        await announce(outcome.reused, 'reuse_detected');
        throw new DomainError('invalid_token');
      }
      return outcome.issued;
    },

    end,

    async endByRefreshToken(refreshToken, reason) {
      // The row of a used token is deleted after seconds; its MAC still names the session.
      const sessionId = refreshTokens.sessionOf(refreshToken);
      const session =
        (await findSessionOfToken(prisma, hashToken(refreshToken))) ??
        (sessionId === undefined ? undefined : await findSession(prisma, sessionId));
      if (session) await end(session, reason);
    },
  };
}

/** A used token is a stolen one, unless the same device used it a moment ago. */
function isReuse(held: HeldToken, device: Device): boolean {
  if (held.usedSecondsAgo === null) return false;
  const isSameDevice = addressKey(held.ip) === addressKey(device.ip) && held.userAgent === device.userAgent;
  return held.usedSecondsAgo > raceSecondsMax || !isSameDevice;
}

function hashToken(token: string): TokenHash {
  return createHash('sha256').update(token).digest();
}
