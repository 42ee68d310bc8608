/**
 * Tickets of sign-ins whose password was right and whose next step is due. A ticket is for one account, as long as its password stays the same, for
 * one address (an IPv6 /64), one step and ten minutes, and takes five answers. A second sign-in meanwhile gets the same ticket, so that
 * a code that is under way still counts.
 *
 *   sign-in:<id>            the ticket
 *   sign-in:<id>:answers    how many answers it has taken
 *   sign-in:<id>:spent      a sign-in was finished by it
 *   sign-in-of:<hash>       the id of the ticket of an account, an address and a step
 */
import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { Redis } from 'ioredis';
import { spendOnce } from '../../identity/index.ts';
import { addressKey } from '../../platform/http/index.ts';
import { countOne } from '../../platform/redis/index.ts';
import type { Credentials } from './repository.ts';

const lifeSeconds = 10 * 60;
const answersMax = 5;

export interface Ticket {
  id: string;
  userId: number;
  email: string;
  step: 'two_factor' | 'device_verification';
  address: string;
  /** SHA-256 of the hash that the password was verified against. */
  passwordVersion: string;
  /** Of the browser, where it has signed in before. */
  deviceId: string | undefined;
}

export interface Tickets {
  issue(
    account: Pick<Credentials, 'id' | 'email' | 'passwordHash'>,
    given: { step: Ticket['step']; ip: string; deviceId: string | undefined },
  ): Promise<{ ticket: Ticket; expiresAtMs: number }>;
  /** @throws DomainError sign_in_ended: there is none, or it is another address's */
  find(id: string, ip: string): Promise<Ticket>;
  /** Counts an answer. @returns whether it is the last one @throws DomainError sign_in_ended */
  reserveAnswer(ticket: Ticket): Promise<{ isLast: boolean }>;
  /** Finishes the sign-in, once. @throws DomainError sign_in_ended */
  spend(ticket: Ticket): Promise<void>;
  /** The account is as it was when the ticket was issued. @throws DomainError sign_in_ended */
  demandCurrent(ticket: Ticket, account: Credentials | undefined): Promise<Credentials>;
}

export function createTickets(redis: Redis, now: () => number = Date.now): Tickets {
  async function discard(ticket: Ticket): Promise<void> {
    await redis.del(keyOf(ticket.id), placeOf(ticket));
  }

  return {
    async issue({ id: userId, email, passwordHash }, { step, ip, deviceId }) {
      const passwordVersion = versionOf(passwordHash);
      const about = { userId, email, step, address: addressKey(ip), passwordVersion, deviceId };
      const fresh = randomBytes(16).toString('base64url');
      const held = await redis.set(placeOf(about), fresh, 'EX', lifeSeconds, 'NX', 'GET');
      const ticket: Ticket = { id: held ?? fresh, ...about };
      await redis
        .multi()
        .expire(placeOf(about), lifeSeconds)
        .set(keyOf(ticket.id), JSON.stringify(ticket), 'EX', lifeSeconds)
        .exec();
      return { ticket, expiresAtMs: now() + lifeSeconds * 1000 };
    },

    async find(id, ip) {
      const text = await redis.get(keyOf(id));
      const ticket = text === null ? undefined : (JSON.parse(text) as Ticket);
      if (ticket?.address !== addressKey(ip)) throw new DomainError('sign_in_ended');
      return ticket;
    },

    async reserveAnswer(ticket) {
      const count = await countOne(redis, `${keyOf(ticket.id)}:answers`, lifeSeconds);
      if (count >= answersMax) await discard(ticket);
      if (count > answersMax) throw new DomainError('sign_in_ended');
      return { isLast: count === answersMax };
    },

    async spend(ticket) {
      if (!(await spendOnce(redis, `${keyOf(ticket.id)}:spent`, lifeSeconds))) throw new DomainError('sign_in_ended');
      await discard(ticket);
    },

    async demandCurrent(ticket, account) {
      if (account?.id === ticket.userId && versionOf(account.passwordHash) === ticket.passwordVersion) return account;
      await discard(ticket);
      throw new DomainError('sign_in_ended');
    },
  };
}

function versionOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}

function placeOf({ userId, address, step, passwordVersion, deviceId = '' }: Omit<Ticket, 'id'>): string {
  const text = JSON.stringify([userId, address, step, passwordVersion, deviceId]);
  return `sign-in-of:${createHash('sha256').update(text).digest('base64url')}`;
}

function keyOf(id: string): string {
  return `sign-in:${id}`;
}
