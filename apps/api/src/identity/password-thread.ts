/** What passwords.ts runs in a thread of its own: each takes a processor for tens of milliseconds. */
import { getPriority, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordStrength } from './passwords.ts';

/** Linux counts niceness by the thread: this one gives way to the event loop, and still goes on when the processors are busy. */
const niceness = 5;
// A process that was started with a higher niceness may not lower it, and has what this is for.
if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);

/** argon2id (the package's default) with 19 MiB and two passes: 20 to 90 ms on one core. */
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const rest = new Int32Array(new SharedArrayBuffer(4));
let restsUntilMs = 0;

/**
 * Rests after each piece of work for as long as that kept a processor, before the next one begins: a crowd that signs in takes half of one
 * processor at most. Who signs in alone waits for nothing.
 */
function paced<Result>(work: () => Result): Result {
  const restMs = restsUntilMs - performance.now();
  if (restMs > 0) Atomics.wait(rest, 0, 0, restMs);
  const before = process.threadCpuUsage();
  try {
    return work();
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    restsUntilMs = performance.now() + (user + system) / 1000;
  }
}

export function hash(password: string): string {
  return paced(() => hashSync(password, hashOptions));
}

export function verify({ passwordHash, password }: { passwordHash: string; password: string }): boolean {
  return paced(() => verifySync(passwordHash, password));
}

export async function judge({
  password,
  ownWords,
}: {
  password: string;
  ownWords: string[];
}): Promise<PasswordStrength> {
  const judge = await loadJudge();
  const { score, feedback } = judge.check(password, [...siteWords, ...ownWords]);
  return { score, warning: feedback.warning ?? null, suggestions: feedback.suggestions };
}

/** What people build a password for this site of. */
const siteWords = ['pelican', 'exchange', 'crypto', 'bitcoin', 'ethereum', 'trading', 'wallet', 'rupee'];

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
