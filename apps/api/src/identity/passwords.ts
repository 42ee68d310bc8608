/** Hashing and judging passwords. */

import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@pelican/shared/contracts';
import { passwordScoreMin } from '@pelican/shared/contracts/auth';

/** argon2id (the package's default) with 19 MiB and two passes: about 90 ms on one core. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The PHC string to keep. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, hashOptions);
}

let unknownAccountHash: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash. Without a hash (no account has that e-mail) it takes the same time and is
 * false, so that the time does not show which accounts exist.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  unknownAccountHash ??= hashPassword('the password of no account');
  const fallback = await unknownAccountHash;
  const matches = await verify(passwordHash ?? fallback, password);
  return passwordHash !== undefined && matches;
}

export interface PasswordStrength {
  /** 0 (guessed at once) to 4. */
  score: number;
  warning: string | null;
  suggestions: string[];
}

/** How hard the password is to guess. Words of the person's own (the e-mail) count as guessable. */
export async function judgePassword(password: string, ownWords: string[] = []): Promise<PasswordStrength> {
  const judge = await loadJudge();
  const { score, feedback } = judge.check(password, ownWords);
  return { score, warning: feedback.warning ?? null, suggestions: feedback.suggestions };
}

/** @throws DomainError weak_password for one that is guessed too easily */
export async function demandStrongPassword(password: string, ownWords: string[]): Promise<void> {
  const { score, warning } = await judgePassword(password, ownWords);
  if (score >= passwordScoreMin) return;
  throw new DomainError('weak_password', { fields: { password: [warning ?? 'Use more words, or rarer ones'] } });
}

let judging: ReturnType<typeof createJudge> | undefined;

function loadJudge(): ReturnType<typeof createJudge> {
  judging ??= createJudge();
  return judging;
}

/** The dictionaries take 20 MB and a moment: they are loaded when the first password is judged. */
async function createJudge() {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: 64,
  });
}
