/** Judges answers of factors in a session, or outside one for a named use: each is counted as a guess before it is looked at. */
import { isDeepStrictEqual } from 'node:util';
import { DomainError, errorTable } from '@pelican/shared/contracts';
import type { FactorCode, FactorName } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import {
  type AccountFactors,
  type CodeUse,
  type Factors,
  findAccountFactors,
  type ShownFactor,
  type SignInMethod,
  secondStepsOf,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { type Attempt, type LoginAttempts, settleGuess } from './attempts.ts';

/** A person who answers: in a session, or outside one for a use of its own. Codes that were sent for another use are wrong. */
export type Answerer = { userId: number; ip: string } & (
  | { sessionId: string; use?: undefined }
  | { sessionId?: undefined; use: CodeUse }
);

/** A person whose guess is counted: in a session with those of the session alone. */
export interface Guesser {
  email: string;
  ip: string;
  sessionId?: string | undefined;
  apart?: Attempt['apart'];
}

export interface Proof {
  factor?: FactorName | undefined;
  code?: FactorCode | undefined;
}

export interface FactorChecks {
  /**
   * Demands a second factor of those who have one.
   * @param isRequired whether an account without one is refused
   * @param allowed those that count here; all enabled ones when absent
   * @returns the one that was shown; undefined for an account without one
   * @throws DomainError two_factor_required, factor_needed (there is no code), factor_wrong, too_many_requests
   */
  demand(
    person: Answerer,
    proof: Proof,
    isRequired?: boolean,
    allowed?: readonly FactorName[],
  ): Promise<ShownFactor | undefined>;
  /**
   * Counts and judges an answer; undefined for a wrong one.
   * @param allowed asked once the guess is counted: the factors that count here; an answer of another one is wrong
   * @throws DomainError too_many_requests, service_unavailable
   */
  judge(
    person: Answerer & { email: string },
    given: { factor: FactorName; code: FactorCode },
    allowed: () => readonly FactorName[] | Promise<readonly FactorName[]>,
  ): Promise<SignInMethod[] | undefined>;
  /** Counts a guess at the password of the account and judges it. @throws DomainError too_many_requests, service_unavailable */
  isPassword(person: Guesser & { userId: number }, password: string): Promise<boolean>;
  /**
   * Counts a guess at a code that is no factor yet, and judges it.
   * @returns what `verify` has found
   * @throws DomainError factor_wrong or what is named, too_many_requests
   */
  count<Shown>(
    person: Guesser,
    verify: () => Promise<Shown | undefined>,
    refusal?: 'factor_wrong' | 'code_wrong',
  ): Promise<Shown>;
}

export interface FactorChecksDeps {
  pool: pg.Pool;
  factors: Factors;
  attempts: LoginAttempts;
  /** Called with a right answer of a second factor, before it counts. */
  factorShown(userId: number): Promise<void>;
}

export function createFactorChecks({ pool, factors, attempts, factorShown }: FactorChecksDeps): FactorChecks {
  const reserve = ({ email, ip, sessionId, apart }: Guesser, of: 'password' | 'factor') =>
    attempts.reserve({ email, ip, deviceId: undefined, of, sessionId, apart });

  const judge: FactorChecks['judge'] = async (person, { factor, code }, allowed) => {
    const { userId, ip } = person;
    const use = person.use ?? codeUseOf(person.sessionId);
    const apart = use.purpose === 'recovery_factor' ? 'recovery' : undefined;
    const guess = await reserve({ ...person, apart }, factor === 'password' ? 'password' : 'factor');
    const shown = await settleGuess(guess, async () => {
      const counts = (await allowed()).includes(factor);
      // A code that does not count here is not used up, but a password takes its time.
      if (!counts && factor !== 'password') return undefined;
      const found = await factors[factor].verify({ userId, ip, use }, code);
      return counts ? found : undefined;
    });
    if (!shown) return undefined;
    if (factor !== 'password') await factorShown(userId);
    if (factor === 'recovery_code') await tellOfRecovery(pool, userId);
    return shown;
  };

  return {
    judge,
    async isPassword(person, password) {
      const { userId, ip } = person;
      const verify = () => factors.password.verify({ userId, ip }, password);
      return (await settleGuess(await reserve(person, 'password'), verify)) !== undefined;
    },
    async count(person, verify, refusal = 'factor_wrong') {
      const shown = await settleGuess(await reserve(person, 'factor'), verify);
      if (shown === undefined) throw wrong(refusal);
      return shown;
    },
    async demand(person, { factor, code }, isRequired = false, only = undefined) {
      const account = await demandAccount(pool, person.userId);
      const allowed = only ?? secondStepsOf(account);
      const [first] = allowed;
      if (first === undefined) {
        if (isRequired) throw new DomainError('two_factor_required');
        return undefined;
      }
      if (code === undefined) throw new DomainError('factor_needed');
      const given = { factor: factor ?? first, code };
      if (!(await judge({ ...person, email: account.email }, given, () => allowed))) throw wrong('factor_wrong');
      return { factor: given.factor, passkey: typeof code === 'string' ? null : code.id };
    },
  };
}

/** At the field of the code. */
export function wrong(refusal: 'factor_wrong' | 'code_wrong'): DomainError {
  return new DomainError(refusal, { fields: { code: [errorTable[refusal].message] } });
}

/** What codes that were sent to a session are for. */
export function codeUseOf(sessionId: string) {
  return { purpose: 'confirm', binding: `session:${sessionId}` } as const;
}

/** @throws DomainError invalid_token: the account is gone */
export async function demandAccount(db: Queryable, userId: number): Promise<AccountFactors> {
  const account = await findAccountFactors(db, userId);
  if (!account) throw new DomainError('invalid_token');
  return account;
}

/**
 * What was shown counted beside the second factors that the account had then: beside another one that was added since, it may be too little.
 * To be asked under the lock of the account.
 * @throws DomainError factor_needed, invalid_token: the account is gone
 */
export async function demandSameFactors(tx: Transaction, userId: number, { second }: SecondFactors): Promise<void> {
  if (!isDeepStrictEqual((await demandAccount(tx, userId)).second, second)) throw new DomainError('factor_needed');
}

type SecondFactors = Pick<AccountFactors, 'second'>;

/** What guards an account is for its owner alone, who reads its mail. @throws DomainError email_unverified */
export function demandVerifiedEmail({ isEmailVerified }: Pick<AccountFactors, 'isEmailVerified'>): void {
  if (!isEmailVerified) throw new DomainError('email_unverified');
}

/** A recovery code that somebody else has used is noticed. */
export async function tellOfRecovery(pool: pg.Pool, userId: number): Promise<void> {
  const left = (await findAccountFactors(pool, userId))?.recoveryCodesLeft ?? 0;
  await inTransaction(pool, (tx) => writeNotices(tx, [{ userId, kind: 'recovery_code_used', payload: { left } }]));
}
