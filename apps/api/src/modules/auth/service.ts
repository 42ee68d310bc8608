/** Sign-in. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { LoginRequest } from '@pelican/shared/contracts/auth';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Factors, RefusedSignIn, Sessions, SessionTokens, StepUps } from '../../identity/index.ts';
import { createPasswordFactor, recordRefusedSignIn, verifyPassword } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { addressKey, createTokenBuckets } from '../../platform/http/index.ts';
import { createLoginAttempts } from './attempts.ts';
import { type AnswerChallenge, createChallengeAnswers } from './challenges.ts';
import type { DeviceMarks } from './devices.ts';
import { createFactorChecks, type FactorChecks } from './factor-checks.ts';
import { createHashQueue } from './hash-queue.ts';
import { findCredentials, isNewDevice } from './repository.ts';

export interface AuthServiceDeps {
  prisma: PrismaClient;
  redis: Redis;
  sessions: Sessions;
  devices: DeviceMarks;
  pool: pg.Pool;
  stepUps: StepUps;
  log: Pick<Logger, 'error'>;
}

export interface Caller {
  ip: string;
  userAgent: string;
}

export interface LoginCaller extends Caller {
  /** What the browser has kept of an earlier sign-in. */
  deviceMark: string | undefined;
}

export interface SignedIn extends SessionTokens {
  /** For the browser to keep. */
  deviceMark: string;
}

export interface AuthService {
  /** @throws DomainError invalid_credentials, account_blocked, too_many_requests, service_unavailable */
  login(request: LoginRequest, caller: LoginCaller): Promise<SignedIn>;
  /** See challenges.ts. */
  answerChallenge: AnswerChallenge;
  /** See factor-checks.ts. */
  factorChecks: FactorChecks;
}

type Account = { id: number } | undefined;

/** One notice an hour and address: a caller who knows the password cannot fill the mailbox. */
function newDeviceNotice(userId: number, device: { ip: string; userAgent: string }) {
  const hour = new Date().toISOString().slice(0, 13);
  const key = `new_device_sign_in:${hour}:${addressKey(device.ip)}`;
  return { userId, kind: 'new_device_sign_in', payload: device, key } as const;
}

export function createAuthService(deps: AuthServiceDeps): AuthService {
  const { prisma, pool, sessions, devices, stepUps, log } = deps;
  const attempts = createLoginAttempts(deps.redis);
  const signInHashes = createHashQueue({ runningMax: 2, waitingMax: 100 });
  const factors: Factors = { password: createPasswordFactor(pool, signInHashes) };

  // Waiting costs a guesser nothing: of an address that keeps trying at an account one lock-out a minute is recorded.
  const lockOuts = createTokenBuckets<string>({ perSecond: 1 / 60, burst: 1 });
  // Nor may a guesser with many addresses, or who knows the password of a blocked account, fill the disk: an account has so many rows,
  // and all e-mails that are nobody's have as many together.
  const recorded = createTokenBuckets<number | undefined>({ perSecond: 1 / 60, burst: 100 });

  /** Nobody waits for it: what is recorded, or cannot be, shows neither in the answer nor in its time. */
  function record(kind: RefusedSignIn['kind'], device: Caller, account: Account | Promise<Account>): void {
    const write = async () => {
      const userId = (await account)?.id;
      if (recorded.take(userId)) await recordRefusedSignIn(pool, { kind, userId, ...device });
    };
    write().catch((error: unknown) => log.error({ err: error, kind }, 'a refused sign-in is not recorded'));
  }

  /** @throws DomainError too_many_requests */
  async function reserve(email: string, device: Caller, deviceId: string | undefined) {
    try {
      return await attempts.reserve({ email, ip: device.ip, deviceId });
    } catch (error) {
      const isLockOut = error instanceof DomainError && error.code === 'too_many_requests';
      if (isLockOut && lockOuts.take(`${email}|${addressKey(device.ip)}`))
        record('locked_out', device, findCredentials(prisma, email));
      throw error;
    }
  }

  /** The account of the e-mail, and whether the password is its own. */
  async function findAndVerify(email: string, password: string, ip: string) {
    const account = await findCredentials(prisma, email);
    const isRight = await signInHashes.run(ip, () => verifyPassword(password, account?.passwordHash));
    return { account, isRight };
  }

  async function login(request: LoginRequest, caller: LoginCaller): Promise<SignedIn> {
    const { email, password } = request;
    const { deviceMark, ...device } = caller;
    const mark = devices.read(deviceMark, email);
    const attempt = await reserve(email, device, mark?.id);
    const { account, isRight } = await findAndVerify(email, password, device.ip).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    if (mark && account && account.passwordChangedAt >= mark.issuedAt) {
      // A mark from before the last change of the password is ignored.
      await attempt.withdraw();
      return login(request, { ...caller, deviceMark: undefined });
    }
    if (!account || !isRight) {
      await attempt.failed();
      record('refused', device, account);
      throw new DomainError('invalid_credentials');
    }
    await attempt.succeeded();
    const opened = await sessions
      .open(account, device, ['pwd'], async (transaction) => {
        if (!mark && (await isNewDevice(transaction, account.id, device)))
          await writeNotices(transaction, [newDeviceNotice(account.id, device)]);
      })
      .catch((error: unknown) => {
        // A blocked account, or a password that was changed meanwhile.
        if (error instanceof DomainError) record('refused', device, account);
        throw error;
      });
    return { ...opened, deviceMark: devices.issue(email, mark?.id) };
  }

  return {
    login,
    answerChallenge: createChallengeAnswers({ prisma, pool, stepUps, attempts, factors }),
    factorChecks: createFactorChecks({ pool, prisma, factors, attempts }),
  };
}
