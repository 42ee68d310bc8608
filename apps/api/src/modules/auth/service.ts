/** Sign-in: the password first, then the step that is due, if one is. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import { DomainError } from '@pelican/shared/contracts';
import type { LoginRequest, LoginResponse } from '@pelican/shared/contracts/auth';
import type pg from 'pg';
import { findAccountFactors, secondStepsOf, verifyPassword } from '../../identity/index.ts';
import { readDeployment } from '../../platform/database/index.ts';
import type { Captcha } from '../captcha/index.ts';
import type { LoginAttempts } from './attempts.ts';
import type { DeviceMark, DeviceMarks } from './devices.ts';
import type { HashQueue } from './hash-queue.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Caller, SignInRefusals } from './refused-sign-ins.ts';
import { type Credentials, findCredentials, isNewDevice } from './repository.ts';
import type { SignInSteps } from './steps.ts';

export interface AuthServiceDeps {
  prisma: PrismaClient;
  pool: pg.Pool;
  devices: DeviceMarks;
  hashes: HashQueue;
  attempts: LoginAttempts;
  captcha: Pick<Captcha, 'isRequired' | 'demand'>;
  refusals: SignInRefusals;
  steps: SignInSteps;
  open: OpenSession;
}

export interface LoginCaller extends Caller {
  /** What the browser has kept of an earlier sign-in. */
  deviceMark: string | undefined;
}

/** A session, or the step that is due before there is one. */
export type LoginOutcome = { session: SignedIn } | { step: Extract<LoginResponse, { status: string }> };

export interface AuthService {
  /** @throws DomainError captcha_failed, invalid_credentials, account_blocked, too_many_requests, service_unavailable */
  login(request: LoginRequest, caller: LoginCaller): Promise<LoginOutcome>;
  /**
   * Whose e-mail and password these are, by the rules, counters and records of a sign-in; it opens no session and asks for no further step.
   * @returns the user's id @throws DomainError as `login`
   */
  identify(request: LoginRequest, caller: LoginCaller): Promise<number>;
}

/** Who has shown the password of an account that is not blocked. */
interface Owner {
  account: Credentials;
  device: Caller;
  mark: DeviceMark | undefined;
}

/** Wrong passwords before a captcha is demanded. */
const freeOfCaptcha = 3;

/** The people of a demo are signed in to from everywhere: their mails are nobody's. */
const demoPeople = /@demo\.local$/;

export function createAuthService(deps: AuthServiceDeps): AuthService {
  const { prisma, pool, devices, hashes, attempts, captcha, refusals, steps, open } = deps;

  /** The account of the e-mail, and whether the password is its own. */
  async function findAndVerify(email: string, password: string) {
    const account = await findCredentials(prisma, { email });
    return { account, isRight: await verifyPassword(password, account?.passwordHash) };
  }

  /** Whether somebody else may be using the password: on a device that is new to an account whose mailbox is its owner's. */
  async function isDeviceToBeVerified(account: Credentials, device: Caller): Promise<boolean> {
    if (!account.isEmailVerified || !(await isNewDevice(prisma, account.id, device))) return false;
    return !(demoPeople.test(account.email) && (await readDeployment(pool)).isDemo);
  }

  /** @throws DomainError what the steps throw */
  async function go({ account, device, mark }: Owner): Promise<LoginOutcome> {
    const factors = await findAccountFactors(pool, account.id);
    if (factors && secondStepsOf(factors).length > 0)
      return { step: await steps.beginSecondFactor(account, factors, { ip: device.ip, deviceId: mark?.id }) };
    if (!mark && (await isDeviceToBeVerified(account, device)))
      return { step: await steps.beginDeviceVerification(account, device.ip) };
    return { session: await open(account, device, { methods: ['pwd'], deviceId: mark?.id }) };
  }

  /** Scripts that guess pay for each guess after the first ones. @throws DomainError captcha_failed */
  async function demandCaptcha(
    { email, captcha: solution }: LoginRequest,
    { ip, deviceMark }: LoginCaller,
  ): Promise<void> {
    if (!captcha.isRequired) return;
    const deviceId = devices.read(deviceMark, email)?.id;
    if ((await attempts.failuresOf({ email, ip, deviceId })) >= freeOfCaptcha) await captcha.demand(solution);
  }

  /** @throws DomainError invalid_credentials, account_blocked, too_many_requests */
  async function findOwner(request: LoginRequest, caller: LoginCaller): Promise<Owner> {
    const { email, password } = request;
    const { deviceMark, ...device } = caller;
    const mark = devices.read(deviceMark, email);
    const guess = { email, ip: device.ip, deviceId: mark?.id };
    const attempt = await refusals.reserve(guess, device, () => findCredentials(prisma, { email }));
    const { account, isRight } = await findAndVerify(email, password).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    if (mark && account && account.passwordChangedAt >= mark.issuedAt) {
      // A mark from before the last change of the password is ignored.
      await attempt.withdraw();
      return findOwner(request, { ...caller, deviceMark: undefined });
    }
    if (!account || !isRight) {
      await attempt.failed();
      refusals.record('refused', device, account);
      throw new DomainError('invalid_credentials');
    }
    await attempt.succeeded();
    if (account.isBlocked) {
      refusals.record('refused', device, account);
      throw new DomainError('account_blocked');
    }
    return { account, device, mark };
  }

  /** The whole sign-in has one turn: a crowd that waits, or is refused, has cost neither Redis nor Postgres a call. */
  function asOwner<Result>(
    request: LoginRequest,
    caller: LoginCaller,
    then: (owner: Owner) => Promise<Result>,
  ): Promise<Result> {
    return hashes.run(caller.ip, async () => {
      await demandCaptcha(request, caller);
      return then(await findOwner(request, caller));
    });
  }

  return {
    login: (request, caller) => asOwner(request, caller, go),
    identify: (request, caller) => asOwner(request, caller, async ({ account }) => account.id),
  };
}
