/** Judges second factors that a single call demands in its own body. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { FactorCode, FactorName } from '@pelican/shared/contracts/auth';
import { type Factors, findSecondFactors } from '../../identity/index.ts';
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
}

export interface FactorChecksDeps {
  pool: Queryable;
  prisma: PrismaClient;
  factors: Factors;
  attempts: LoginAttempts;
}

/** Wrong answers are counted with those of sign-in. */
export function createFactorChecks({ pool, prisma, factors, attempts }: FactorChecksDeps): FactorChecks {
  async function judge({ userId, ip }: Answerer, factor: FactorName, code: FactorCode): Promise<boolean> {
    const guess = await attempts.reserve({ email: await findEmail(prisma, userId), ip, deviceId: undefined });
    try {
      const isRight = (await factors[factor]?.verify({ userId, ip }, code)) ?? false;
      await (isRight ? guess.succeeded() : guess.failed());
      return isRight;
    } catch (error) {
      await guess.withdraw();
      throw error;
    }
  }

  return {
    async demand(person, { factor, code }, isRequired = false) {
      const enabled = await findSecondFactors(pool, person.userId);
      const [first] = enabled;
      if (first === undefined) {
        if (isRequired) throw new DomainError('two_factor_required');
        return;
      }
      if (code === undefined) throw new DomainError('factor_needed');
      const chosen = factor ?? first;
      if (!enabled.includes(chosen) || !(await judge(person, chosen, code)))
        throw new DomainError('factor_wrong', { fields: { code: ['The code is wrong or was used before'] } });
    },
  };
}
