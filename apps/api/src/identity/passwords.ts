/** Hashing and judging passwords. One thread a process does it, so that the event loop and libuv's threads stay free for the others. */
import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { passwordScoreMin } from '@pelican/shared/contracts/auth';
import { Piscina } from 'piscina';

let thread: Piscina | undefined;

/** Starts with the first password: most processes have none. It ends with the process. */
function inThread<Result>(name: 'hash' | 'verify' | 'judge', input: unknown): Promise<Result> {
  thread ??= new Piscina({
    filename: new URL('./password-thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
  });
  return thread.run(input, { name });
}

/** The PHC string to keep. */
export function hashPassword(password: string): Promise<string> {
  return inThread('hash', password);
}

/** The hash of a password that nobody knows: only a recovery by mail opens such an account. */
export function unknownPasswordHash(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64url'));
}

/** A digest of the password hash for signed tokens, which become invalid when the password changes. It does not reveal the hash. */
export function digestOfHash(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

let unknownAccountHash: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash (no account has that e-mail) it takes the same time and is
 * false, so that the time does not show which accounts exist.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  unknownAccountHash ??= hashPassword('the password of no account').catch((error: unknown) => {
    unknownAccountHash = undefined;
    throw error;
  });
  const fallback = await unknownAccountHash;
  const matches = await inThread<boolean>('verify', { passwordHash: passwordHash ?? fallback, password });
  return passwordHash !== undefined && matches;
}

export interface PasswordStrength {
  /** 0 (guessed at once) to 4. */
  score: number;
  warning: string | null;
  suggestions: string[];
}

/** How hard the password is to guess. Words of the person's own (the e-mail) count as guessable. */
export function judgePassword(password: string, ownWords: string[] = []): Promise<PasswordStrength> {
  return inThread('judge', { password, ownWords });
}

/** @throws DomainError weak_password for one that is guessed too easily */
export async function demandStrongPassword(password: string, ownWords: string[]): Promise<void> {
  const { score, warning } = await judgePassword(password, ownWords);
  if (score >= passwordScoreMin) return;
  throw new DomainError('weak_password', { fields: { password: [warning ?? 'Use more words, or rarer ones'] } });
}
