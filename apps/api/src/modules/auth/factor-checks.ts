/** Judges second factors that a single call demands in its own body. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { FactorCode, FactorName } from '@pelican/shared/contracts/auth';
import { type Factors, findSecondFactors, type SignInMethod } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { LoginAttempts } from './attempts.ts';
import { findEmail } from './repository.ts';

export interface Answerer {
  userId: number;
  sessionId?: string | undefined;
  ip: string;
}

export interface Proof {
  factor?: FactorName | undefined;
  code?: FactorCode | undefined;
}

export interface FactorChecks {
  /**
   * Demands a second factor of those who have one.
   * @param isRequired whether an account without one is refused
   * @throws DomainError two_factor_required, factor_needed (there is no code), factor_wrong, too_many_requests
   */
  demand(person: Answerer, proof: Proof, isRequired?: boolean): Promise<void>;
  /**
   * Counts and judges an answer; undefined for a wrong one.
   * @param allowed the factors that count here; an answer of another one is wrong
   * @throws DomainError too_many_requests, service_unavailable
   */
  judge(
    person: Answerer & { email: string },
    given: { factor: FactorName; code: FactorCode },
    allowed: readonly FactorName[],
  ): Promise<SignInMethod[] | undefined>;
}

export interface FactorChecksDeps {
  pool: Queryable;
  prisma: PrismaClient;
  factors: Factors;
  attempts: LoginAttempts;
}

/** Wrong answers are counted with those of sign-in. */
export function createFactorChecks({ pool, prisma, factors, attempts }: FactorChecksDeps): FactorChecks {
  const judge: FactorChecks['judge'] = async ({ userId, ip, email }, { factor, code }, allowed) => {
    const guess = await attempts.reserve({ email, ip, deviceId: undefined });
    const isRight = await verify(factor, { userId, ip }, code).catch(async (error: unknown) => {
      await guess.withdraw();
      throw error;
    });
    if (!isRight || !allowed.includes(factor)) {
      await guess.failed();
      return undefined;
    }
    await guess.succeeded();
    return ['pwd'];
  };

  async function verify(factor: FactorName, person: { userId: number; ip: string }, code: FactorCode) {
    return (await factors[factor]?.verify(person, code)) ?? false;
  }

  return {
    judge,
    async demand(person, { factor, code }, isRequired = false) {
      const enabled = await findSecondFactors(pool, person.userId);
      const [first] = enabled;
      if (first === undefined) {
        if (isRequired) throw new DomainError('two_factor_required');
        return;
      }
      if (code === undefined) throw new DomainError('factor_needed');
      const chosen = factor ?? first;
      const email = await findEmail(prisma, person.userId);
      if (!(await judge({ ...person, email }, { factor: chosen, code }, enabled)))
        throw new DomainError('factor_wrong', { fields: { code: ['The code is wrong or was used before'] } });
    },
  };
}
