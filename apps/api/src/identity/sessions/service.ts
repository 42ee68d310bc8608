/**
 * Sessions: one for each signed-in device. The refresh token changes with each use, so that a session has one token that
 * is unused; a used one that comes back means that two parties hold it, and ends the session for both.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { PrismaClient } from '@pelican/prisma/client.ts';
import type { RefreshResponse, TokenResponse } from '@pelican/shared/contracts/auth.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { Redis } from 'ioredis';
import { createAuditRecord, inPrismaTransaction, type PrismaQueryable } from '../../platform/database/index.ts';
import { announceAccountChange } from '../account-changes.ts';
import {
  type Device,
  findSessionOfToken,
  type HeldToken,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  markSessionEnded,
  spendRefreshToken,
  type TokenHash,
} from './repository.ts';
import type { Tokens } from './tokens.ts';

/** Two tabs that refresh at once present the same token; the second is no thief this soon after the first. */
const raceSecondsMax = 5;

export interface SessionsDeps {
  prisma: PrismaClient;
  redis: Pick<Redis, 'publish'>;
  tokens: Tokens;
  accessTokenSeconds: number;
  sessionDays: number;
  now?: () => number;
}

export interface SessionTokens extends TokenResponse {
  sessionId: string;
}

export interface RefreshedTokens extends RefreshResponse {
  sessionId: string;
}

/** Either may throw, and then the token stays as it was. */
export interface RefreshChecks {
  /** Called before the session is changed in any way. */
  authorise(sessionId: string): void;
  /** Called before tokens are issued, and not when a used token ends the session: no limit may hide a theft. */
  takeAllowance(sessionId: string): void;
}

export interface Sessions {
  /**
   * Signs a user in on a device.
   * @param before runs in the transaction of the new session, before it is there
   */
  open(
    userId: number,
    device: Device,
    before?: (transaction: PrismaQueryable) => Promise<void>,
  ): Promise<SessionTokens>;
  /**
   * Changes a refresh token for a new pair. The same device that comes a moment later with the token that it has just
   * used gets an access token alone: the first answer carries the session on.
   * @throws DomainError invalid_token, account_blocked, and what the checks throw
   */
  refresh(refreshToken: string, device: Device, checks: RefreshChecks): Promise<RefreshedTokens>;
  /** Ends a session; ending an ended one does nothing. */
  end(session: { sessionId: string; userId: number }, reason: string): Promise<void>;
  /** Ends the session that a refresh token belongs to, if there is one. */
  endByRefreshToken(refreshToken: string, reason: string): Promise<void>;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { prisma, tokens, accessTokenSeconds, now = Date.now } = deps;

  async function issueAccess({ userId, sessionId }: { userId: number; sessionId: string }): Promise<RefreshedTokens> {
    const expires = Math.floor(now() / 1000) + accessTokenSeconds;
    const accessToken = await tokens.sign('api', { userId, subject: sessionId, lifeSeconds: accessTokenSeconds });
    return { access_token: accessToken, token_expire: expires, sessionId };
  }

  async function issuePair(
    transaction: PrismaQueryable,
    session: { userId: number; sessionId: string; expiresAt: Date },
  ): Promise<SessionTokens> {
    const { sessionId, expiresAt } = session;
    const refreshToken = randomBytes(32).toString('base64url');
    await insertRefreshToken(transaction, { sessionId, expiresAt, tokenHash: hashToken(refreshToken) });
    return { ...(await issueAccess(session)), refresh_token: refreshToken };
  }

  async function end(session: { sessionId: string; userId: number }, reason: string): Promise<void> {
    // Every announcement makes all processes read that user again: only what has changed is announced.
    if (await markSessionEnded(prisma, session.sessionId, reason)) await announce(session, reason);
  }

  function announce({ sessionId, userId }: { sessionId: string; userId: number }, reason: string): Promise<void> {
    return announceAccountChange(deps.redis, { kind: 'session', id: sessionId, userId, reason });
  }

  return {
    open: (userId, device, before) =>
      inPrismaTransaction(prisma, async (transaction) => {
        await before?.(transaction);
        const sessionId = randomUUID();
        const expiresAt = new Date(Date.now() + deps.sessionDays * 86_400_000);
        await insertSession(transaction, { id: sessionId, userId, expiresAt, ...device });
        return issuePair(transaction, { userId, sessionId, expiresAt });
      }),

    async refresh(refreshToken, device, checks) {
      const tokenHash = hashToken(refreshToken);
      const outcome = await inPrismaTransaction(prisma, async (transaction) => {
        const held = await lockRefreshToken(transaction, tokenHash);
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
          return { reused: held };
        }
        checks.takeAllowance(held.sessionId);
        if (held.usedSecondsAgo !== null) return { issued: await issueAccess(held) };
        const { userId, sessionId, sessionExpiresAt: expiresAt } = held;
        await spendRefreshToken(transaction, { tokenHash, sessionId, now: held.now, ...device });
        return { issued: await issuePair(transaction, { userId, sessionId, expiresAt }) };
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
      const session = await findSessionOfToken(prisma, hashToken(refreshToken));
      if (session) await end(session, reason);
    },
  };
}

/** A used token is a stolen one, unless the same device used it a moment ago. */
function isReuse(held: HeldToken, device: Device): boolean {
  if (held.usedSecondsAgo === null) return false;
  const isSameDevice = held.ip === device.ip && held.userAgent === device.userAgent;
  return held.usedSecondsAgo > raceSecondsMax || !isSameDevice;
}

function hashToken(token: string): TokenHash {
  return createHash('sha256').update(token).digest();
}
