/** Answers to the challenges of step-up (identity/step-up.ts). */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { ChallengeRequest } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import { actorOf, type ChallengeAttempt, type StepUps } from '../../identity/index.ts';
import { recordAudit } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { FactorChecks } from './factor-checks.ts';
import { findEmail } from './repository.ts';
import { sessionCallerOf } from './session-caller.ts';

export interface ChallengesDeps {
  prisma: PrismaClient;
  pool: pg.Pool;
  stepUps: StepUps;
  checks: FactorChecks;
}

export type AnswerChallenge = (
  principal: Principal,
  given: ChallengeRequest,
  ip: string,
) => Promise<{ expiresAtMs: number }>;

/**
 * Answers are guesses like those of sign-in and counted with them. A challenge that is not there, or not the session's, takes
 * the time of a wrong answer and is refused like one.
 */
export function createChallengeAnswers(deps: ChallengesDeps): AnswerChallenge {
  const { prisma, pool, stepUps, checks } = deps;

  async function recordForOperator({ operator, userId }: Principal, action: string, details: object): Promise<void> {
    if (!operator) return;
    const subject = `user:${userId}`;
    await recordAudit(pool, { actor: actorOf(operator.name), action, subject, details: { ...details } });
  }

  /** @throws DomainError challenge_failed, too_many_requests, service_unavailable */
  return async (principal, { id, factor, answer }, ip) => {
    const caller = sessionCallerOf(principal, { ip });
    const person = { ...caller, email: await findEmail(prisma, caller.userId) };
    let challenge: ChallengeAttempt | undefined;
    const shown = await checks.judge(person, { factor, code: answer }, async () => {
      challenge = await stepUps.reserveAnswer(principal, id);
      return challenge?.factors ?? [];
    });
    const details = challenge && { purpose: challenge.purpose, challenge: id, factor, ip };
    if (!challenge || !shown) {
      if (challenge?.isLast) await recordForOperator(principal, 'step_up.exhausted', { ...details });
      throw new DomainError('challenge_failed');
    }
    // Without its record no answer counts.
    await recordForOperator(principal, 'step_up.passed', { ...details });
    await stepUps.pass(id);
    return { expiresAtMs: challenge.expiresAtMs };
  };
}
