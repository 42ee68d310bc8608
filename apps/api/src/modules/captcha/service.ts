/**
 * A proof of work that makes scripts pay: the browser looks for a number whose derived key begins as the challenge says. Challenges are
 * signed and kept nowhere; a solution that was accepted is remembered in Redis until its challenge has expired, so that it counts once.
 */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { spendOnce } from '../../identity/index.ts';

const lifeSeconds = 10 * 60;
/** Iterations of PBKDF2 for each number: about half a millisecond on a laptop. */
const cost = 1_000;
/** Numbers to go through: about a second. */
const counter = { min: 1_000, max: 4_000 };

const payload = z.object({
  challenge: z.object({
    // Signed: what is no challenge of ours is found by that.
    parameters: z.custom<Challenge['parameters']>((value) => typeof value === 'object' && value !== null),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().regex(/^[0-9a-f]{64}$/) }),
});

export interface Captcha {
  isRequired: boolean;
  /** A new challenge, in the form of altcha. */
  challenge(): Promise<Challenge>;
  /** Passes for a solved challenge, once, and always where none is demanded. @throws DomainError captcha_failed */
  demand(solution: string | undefined): Promise<void>;
}

export interface CaptchaDeps {
  redis: Pick<Redis, 'set'>;
  secret: string;
  isRequired: boolean;
  now?: () => number;
}

export function createCaptcha({ redis, secret, isRequired, now = Date.now }: CaptchaDeps): Captcha {
  const derived = (purpose: string) => createHmac('sha256', secret).update(`captcha:${purpose}`).digest('hex');
  const secrets = { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('key') };

  async function isSolved(text: string): Promise<boolean> {
    const given = readPayload(text);
    if (!given) return false;
    const { challenge, solution } = given;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    if (!verified) return false;
    const spent = createHash('sha256')
      .update(challenge.signature as string)
      .digest('base64url');
    return spendOnce(redis, `captcha:${spent}`, lifeSeconds + 60);
  }

  return {
    isRequired,
    challenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(counter.min, counter.max),
        expiresAt: Math.floor(now() / 1000) + lifeSeconds,
        deriveKey,
        ...secrets,
      }),
    async demand(solution) {
      if (!isRequired) return;
      if (solution === undefined || !(await isSolved(solution)))
        throw new DomainError('captcha_failed', { fields: { captcha: ['Please confirm that you are not a robot'] } });
    },
  };
}

/** What the widget sends: JSON in base64. Undefined for anything else. */
function readPayload(text: string): { challenge: Challenge; solution: Solution } | undefined {
  try {
    const parsed = payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
