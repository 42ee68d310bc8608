/**
 * Step-up: an action that demands a recent sign-in is refused with a challenge. The person answers it with a factor, and the
 * session may then do this very action once. Nothing else of the session changes. A challenge is for the second factors that the account
 * had then: once they are others it is answered no longer, and lets nothing through.
 *
 * In Redis, each for five minutes:
 *   step-up:<id>            the challenge
 *   step-up:<id>:attempts   answers to it
 *   step-up:<id>:passed     one of them was right
 *   step-up:<id>:spent      it has let its action through
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@pelican/shared/contracts';
import { challengeId, type FactorName } from '@pelican/shared/contracts/auth';
import type { Redis } from 'ioredis';
import type { Queryable } from '../platform/database/index.ts';
import { createRateLimit, type Principal } from '../platform/http/index.ts';
import { countOne } from '../platform/redis/index.ts';
import { findSessionAccount, type SessionAccount } from './account-facts.ts';
import { type AccountFactors, findAccountFactors, stepUpFactorsOf } from './factors/second-factors.ts';
import { spendOnce } from './spend-once.ts';

/** A sign-in this recent lets a person change what guards the account for the first time. */
export const recentMinutes = 10;

const lifeSeconds = 5 * 60;
const attemptsMax = 5;
/** Of a user, in each process: each is kept in Redis for its five minutes. */
const challengesPerMinute = 20;

export interface Action {
  /** What is done: `POST /v2/ops/index`. */
  purpose: string;
  /** With what: the body as it came. */
  content: string;
}

/** The right to one answer. */
export interface ChallengeAttempt {
  purpose: string;
  /** Of which one answers it. */
  factors: FactorName[];
  expiresAtMs: number;
  /** No other answer will be looked at. */
  isLast: boolean;
}

export interface StepUps {
  /**
   * Lets the action of a session pass whose person signed in at most so many minutes ago, by a second factor where one is enabled, and
   * otherwise once by a proof.
   * @param proof the id of an answered challenge
   * @throws DomainError sign_in_again with a challenge; insufficient_scope for an API key, invalid_token, account_blocked,
   *   too_many_requests
   */
  demandRecentFactor(principal: Principal, minutes: number, action: Action, proof?: unknown): Promise<void>;
  /** As `demandRecentFactor`, but an account with a second factor shows one for this very action, however recent its sign-in is. */
  demandFactor(principal: Principal, minutes: number, action: Action, proof?: unknown): Promise<void>;
  /** Counts an answer to a challenge of this session; undefined when there is none that may be answered. */
  reserveAnswer(principal: Principal, id: string): Promise<ChallengeAttempt | undefined>;
  /** The answer was right. */
  pass(id: string): Promise<void>;
}

/** What a challenge is for. */
interface Binding {
  userId: number;
  sessionId: string;
  purpose: string;
  contentHash: string;
}

interface Challenge {
  binding: Binding;
  /** The second factors of the account when it was asked. */
  second: FactorName[];
  factors: FactorName[];
  expiresAtMs: number;
}

export interface StepUpsDeps {
  pool: Queryable;
  redis: Pick<Redis, 'get' | 'set' | 'mget' | 'eval'>;
  now?: () => number;
}

export function createStepUps({ pool, redis, now = Date.now }: StepUpsDeps): StepUps {
  const challenges = createRateLimit<number>(challengesPerMinute / 60, challengesPerMinute);

  /** @throws DomainError invalid_token: the account is gone */
  async function demandFactors(userId: number): Promise<AccountFactors> {
    const account = await findAccountFactors(pool, userId);
    if (!account) throw new DomainError('invalid_token');
    return account;
  }

  /** What a factor of before has shown, as a code by mail from before an app, does not count for what guards the account now. */
  async function areStillThose(userId: number, second: readonly FactorName[]): Promise<boolean> {
    return isDeepStrictEqual((await demandFactors(userId)).second, second);
  }

  async function issue(binding: Binding): Promise<DomainError> {
    challenges.take(binding.userId);
    const id = randomBytes(16).toString('base64url');
    const account = await demandFactors(binding.userId);
    const factors = stepUpFactorsOf(account);
    const challenge: Challenge = { binding, second: account.second, factors, expiresAtMs: now() + lifeSeconds * 1000 };
    await redis.set(keyOf(id), JSON.stringify(challenge), 'EX', lifeSeconds);
    return new DomainError('sign_in_again', {
      challenge: { id, factors, expires: challenge.expiresAtMs / 1000 },
    });
  }

  /** Spends the proof. @returns whether there was one for this */
  async function redeem(wanted: Binding, id: string): Promise<boolean> {
    const [text, passed] = await redis.mget(keyOf(id), `${keyOf(id)}:passed`);
    if (!text || !passed) return false;
    const { binding, second } = JSON.parse(text) as Challenge;
    if (!isDeepStrictEqual(binding, wanted)) return false;
    if (!(await areStillThose(binding.userId, second))) return false;
    return spendOnce(redis, `${keyOf(id)}:spent`, lifeSeconds);
  }

  /** A proof counts for a session and an account as they are now, not as this process has them in its memory. */
  async function demandLive(sessionId: string): Promise<SessionAccount> {
    const account = await findSessionAccount(pool, sessionId);
    if (!account) throw new DomainError('invalid_token');
    if (account.blocked) throw new DomainError('account_blocked');
    return account;
  }

  type SignedInAt = Pick<Principal, 'authTimeMs' | 'secondFactor' | 'isMultiFactor'>;

  /** Where a second factor is enabled, a sign-in without one is none of these. */
  function isRecent({ authTimeMs = 0, secondFactor, isMultiFactor = false }: SignedInAt, minutes: number): boolean {
    return now() - authTimeMs <= minutes * 60_000 && (isMultiFactor || !secondFactor);
  }

  /** @throws DomainError sign_in_again, unless the proof is of this action */
  async function demandProof(binding: Binding, proof: unknown): Promise<void> {
    const given = challengeId.safeParse(proof);
    if (given.success && (await redeem(binding, given.data))) return;
    throw await issue(binding);
  }

  return {
    async demandRecentFactor(principal, minutes, action, proof) {
      const binding = bindingOf(principal, action);
      if (isRecent(principal, minutes)) return;
      // A factor that was shown since this process has read the session counts at once.
      if (isRecent(await demandLive(binding.sessionId), minutes)) return;
      await demandProof(binding, proof);
    },
    async demandFactor(principal, minutes, action, proof) {
      const binding = bindingOf(principal, action);
      const account = await demandLive(binding.sessionId);
      if (!account.secondFactor && isRecent(account, minutes)) return;
      await demandProof(binding, proof);
    },
    async reserveAnswer({ userId, sessionId }, id) {
      const text = await redis.get(keyOf(id));
      const challenge = text === null ? undefined : (JSON.parse(text) as Challenge);
      if (challenge?.binding.userId !== userId || challenge.binding.sessionId !== sessionId) return undefined;
      if (!(await areStillThose(userId, challenge.second))) return undefined;
      const count = await countOne(redis, `${keyOf(id)}:attempts`, lifeSeconds);
      const { binding, factors, expiresAtMs } = challenge;
      return count > attemptsMax
        ? undefined
        : { purpose: binding.purpose, factors, expiresAtMs, isLast: count === attemptsMax };
    },
    async pass(id) {
      await redis.set(`${keyOf(id)}:passed`, '1', 'EX', lifeSeconds);
    },
  };
}

/** @throws DomainError insufficient_scope for an API key */
function bindingOf({ userId, sessionId }: Principal, { purpose, content }: Action): Binding {
  if (sessionId === undefined) throw new DomainError('insufficient_scope');
  return { userId, sessionId, purpose, contentHash: createHash('sha256').update(content).digest('hex') };
}

function keyOf(id: string): string {
  return `step-up:${id}`;
}
