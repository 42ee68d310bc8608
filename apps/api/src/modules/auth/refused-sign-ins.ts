/** Writes down refused sign-ins and lock-outs. Nobody waits for it: what is recorded, or cannot be, shows neither in the answer nor in its time. */
import { DomainError } from '@pelican/shared/contracts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type RefusedSignIn, recordRefusedSignIn } from '../../identity/index.ts';
import { addressKey, createTokenBuckets } from '../../platform/http/index.ts';
import type { Attempt, LoginAttempts, Reservation } from './attempts.ts';

export interface Caller {
  ip: string;
  userAgent: string;
}

type Account = { id: number } | undefined;

export interface SignInRefusals {
  record(kind: RefusedSignIn['kind'], device: Caller, account: Account | Promise<Account>): void;
  /** Counts a guess. @throws DomainError too_many_requests, which is written down */
  reserve(attempt: Attempt, device: Caller, account: () => Account | Promise<Account>): Promise<Reservation>;
}

export function createSignInRefusals(deps: {
  pool: pg.Pool;
  attempts: LoginAttempts;
  log: Pick<Logger, 'error'>;
}): SignInRefusals {
  const { pool, attempts, log } = deps;
  // Waiting costs a guesser nothing: of an address that keeps trying at an account one lock-out a minute is recorded.
  const lockOuts = createTokenBuckets<string>({ perSecond: 1 / 60, burst: 1 });
  // Nor may a guesser with many addresses, or who knows the password of a blocked account, fill the disk: an account has so many rows,
  // and all e-mails that are nobody's have as many together.
  const recorded = createTokenBuckets<number | undefined>({ perSecond: 1 / 60, burst: 100 });

  function record(kind: RefusedSignIn['kind'], device: Caller, account: Account | Promise<Account>): void {
    const write = async () => {
      const userId = (await account)?.id;
      if (recorded.take(userId)) await recordRefusedSignIn(pool, { kind, userId, ...device });
    };
    write().catch((error: unknown) => log.error({ err: error, kind }, 'a refused sign-in is not recorded'));
  }

  return {
    record,
    async reserve(attempt, device, account) {
      try {
        return await attempts.reserve(attempt);
      } catch (error) {
        const isLockOut = error instanceof DomainError && error.code === 'too_many_requests';
        if (isLockOut && lockOuts.take(`${attempt.email}|${addressKey(device.ip)}`))
          record('locked_out', device, account());
        throw error;
      }
    },
  };
}
