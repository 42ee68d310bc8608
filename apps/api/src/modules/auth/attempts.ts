/**
 * Guesses at passwords, counted in Redis so that every API process knows of them. After a few failures the next try
 * must wait, each time twice as long: by account and address (a person who mistypes is not held up by a stranger who
 * guesses at the same account), and by account alone once the guesses come from many addresses.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/errors.ts';
import type { Redis } from 'ioredis';

const rules = [
  { scope: 'address', freeFailures: 5, waitMsMax: 15 * 60_000 },
  { scope: 'account', freeFailures: 50, waitMsMax: 60_000 },
] as const;
const rememberedSeconds = 15 * 60;

export interface LoginAttempts {
  /** @throws DomainError too_many_requests while the account must wait; details.retryAfterMs says how long */
  demandAllowed(email: string, ip: string): Promise<void>;
  failed(email: string, ip: string): Promise<void>;
  succeeded(email: string, ip: string): Promise<void>;
}

export function createLoginAttempts(redis: Redis): LoginAttempts {
  return {
    async demandAllowed(email, ip) {
      const waits = await Promise.all(keysOf(email, ip).map(({ wait }) => redis.pttl(wait)));
      const retryAfterMs = Math.max(...waits);
      if (retryAfterMs > 0) throw new DomainError('too_many_requests', { details: { retryAfterMs } });
    },
    async failed(email, ip) {
      await Promise.all(
        keysOf(email, ip).map(async ({ count, wait, freeFailures, waitMsMax }) => {
          const failures = await redis.incr(count);
          await redis.expire(count, rememberedSeconds);
          if (failures < freeFailures) return;
          const waitMs = Math.min(waitMsMax, 1000 * 2 ** Math.min(20, failures - freeFailures));
          await redis.set(wait, '1', 'PX', waitMs);
        }),
      );
    },
    async succeeded(email, ip) {
      const [address] = keysOf(email, ip);
      if (address) await redis.del(address.count, address.wait);
    },
  };
}

function keysOf(email: string, ip: string) {
  return rules.map(({ scope, freeFailures, waitMsMax }) => {
    const whom = scope === 'address' ? `${email}|${ip}` : email;
    const name = `login-attempts:${scope}:${createHash('sha256').update(whom).digest('base64url')}`;
    return { count: `${name}:count`, wait: `${name}:wait`, freeFailures, waitMsMax };
  });
}
