/** The ways of showing who one is, each judged by its own rules. The caller counts the guesses. */
import type { FactorCode, FactorName } from '@pelican/shared/contracts/auth';
import type { Queryable } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import type { SignInMethod } from '../sessions/repository.ts';
import type { CodeUse, MessageCodes } from './message-codes.ts';
import type { Passkeys } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { findAccountFactors, spendTotpCode } from './second-factors.ts';

export interface Person {
  userId: number;
  ip: string;
  /** For what, and to whom alone, codes were sent and passkeys asked. */
  use: CodeUse;
}

/** One way of showing who one is. */
export interface Factor<Who = Person> {
  /**
   * What the answer has shown, by the names of RFC 8176; undefined for a wrong one. A right one counts once.
   * @throws DomainError service_unavailable: the answer was not looked at
   */
  verify(person: Who, answer: FactorCode): Promise<SignInMethod[] | undefined>;
}

/** No code is sent for a password, so that its answer names no use. */
export type PasswordFactor = Factor<Omit<Person, 'use'>>;

export type Factors = Record<Exclude<FactorName, 'password'>, Factor> & { password: PasswordFactor };

export interface FactorsDeps {
  pool: Queryable;
  encryptionKeys: EncryptionKeys;
  codes: MessageCodes;
  passkeys: Passkeys;
  password: PasswordFactor;
  now?: () => number;
}

export function createFactors(deps: FactorsDeps): Factors {
  const { pool, encryptionKeys: keys, codes, passkeys, password, now = Date.now } = deps;

  /** A code that went to an address of before is none. */
  function sent(address: 'email' | 'phone', methods: SignInMethod[]): Factor {
    return typed(async ({ userId, use }, code) => {
      const to = await codes.spend(use, code);
      if (to === undefined) return undefined;
      const account = await findAccountFactors(pool, userId);
      return account?.[address] === to ? methods : undefined;
    });
  }

  return {
    password,
    totp: typed(async ({ userId }, code) =>
      (await spendTotpCode(pool, { userId, code, keys, nowMs: now(), isEnabled: true })) ? ['otp'] : undefined,
    ),
    recovery_code: typed(async ({ userId }, code) =>
      (await spendRecoveryCode(pool, userId, code)) ? ['otp'] : undefined,
    ),
    email_code: sent('email', ['mca']),
    sms_code: sent('phone', ['sms']),
    passkey: {
      async verify({ userId, use }, answer) {
        const owner = await passkeys.verify(use.binding, answer);
        return owner?.userId === userId ? owner.methods : undefined;
      },
    },
  };
}

/** A factor whose answers a person types. */
function typed(verify: (person: Person, code: string) => Promise<SignInMethod[] | undefined>): Factor {
  return { verify: async (person, answer) => (typeof answer === 'string' ? verify(person, answer) : undefined) };
}
