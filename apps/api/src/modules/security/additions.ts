/**
 * Adding a second factor takes two calls: the first one gives a seed, a code or the options of a passkey to this session, and the second one uses
 * them. Beside other factors the first call demands one of those. What it gives is for the session and for the factors that the account had
 * then: it counts no longer once they are others.
 *
 *   add-totp:<session>    which seed the session was shown
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { AccountFactors, CodeUse } from '../../identity/index.ts';
import { codeUseOf } from '../auth/index.ts';

const seedSeconds = 10 * 60;

/** What the account has while a factor is added. */
type Present = Pick<AccountFactors, 'second'>;

/** Who is asked to add a passkey, and alone may. */
export function passkeyBindingOf(sessionId: string, { second }: Present): string {
  return `session:${sessionId}:beside:${second.join()}`;
}

/** What the code is for that turns codes by mail or text message on; without a factor it is a code like others. */
export function codeUseOfAddition(sessionId: string, { second }: Present): CodeUse {
  if (second.length === 0) return codeUseOf(sessionId);
  return { purpose: 'add_factor', binding: `session:${sessionId}:beside:${second.join()}` };
}

export interface ShownSeeds {
  /** The session is shown the seed. */
  show(sessionId: string, account: Present, seed: Buffer): Promise<void>;
  /** Whether the session was shown this very seed, and the account has the factors that it had then. */
  wasShown(sessionId: string, account: Present, seed: Buffer): Promise<boolean>;
}

export function createShownSeeds(redis: Pick<Redis, 'get' | 'set'>): ShownSeeds {
  const digest = ({ second }: Present, seed: Buffer) =>
    createHash('sha256').update(`${second.join()}:`).update(seed).digest('base64url');
  return {
    async show(sessionId, account, seed) {
      await redis.set(`add-totp:${sessionId}`, digest(account, seed), 'EX', seedSeconds);
    },
    wasShown: async (sessionId, account, seed) => (await redis.get(`add-totp:${sessionId}`)) === digest(account, seed),
  };
}
