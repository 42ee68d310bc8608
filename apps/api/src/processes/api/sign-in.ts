/** What sign-in, step-up and second factors are made of, in an API process. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  createFactors,
  createMessageCodes,
  createPasskeys,
  createPasswordFactor,
  createStepUps,
  type Sessions,
  type Tokens,
} from '../../identity/index.ts';
import {
  createAuthService,
  createChallengeAnswers,
  createDeviceMarks,
  createFactorChecks,
  createHashQueue,
  createLoginAttempts,
  createOpenSession,
  createSendCode,
  createSignInRefusals,
  createSignInSteps,
  createTickets,
} from '../../modules/auth/index.ts';
import { createCaptcha } from '../../modules/captcha/index.ts';
import { createFactorRecoveries, createPhoneProof } from '../../modules/factor-recovery/index.ts';
import type { Config } from '../../platform/config/index.ts';

export interface SignInDeps {
  config: Config;
  pool: pg.Pool;
  prisma: PrismaClient;
  redis: Redis;
  sessions: Sessions;
  tokens: Tokens;
  log: Pick<Logger, 'error'>;
  now: () => number;
}

export type SignInParts = ReturnType<typeof createSignInParts>;

export function createSignInParts({ config, pool, prisma, redis, sessions, tokens, log, now }: SignInDeps) {
  const { accessTokenSecret: secret, apiKeyEncryptionKeys: encryptionKeys, publicUrl } = config;
  const hashes = createHashQueue({ runningMax: 4, waitingMax: 100 });
  const attempts = createLoginAttempts(redis);
  const captcha = createCaptcha({ redis, secret, isRequired: config.captcha, now });
  const devices = createDeviceMarks(secret, now);
  const codes = createMessageCodes({ redis, secret, now });
  const passkeys = createPasskeys({ pool, redis, publicUrl });
  const password = createPasswordFactor(pool, hashes);
  const factors = createFactors({ pool, encryptionKeys, codes, passkeys, password, now });
  const factorRecoveries = createFactorRecoveries({ pool, redis, tokens });
  const factorShown = (userId: number) => factorRecoveries.stopByFactor(userId);
  const checks = createFactorChecks({ pool, factors, attempts, factorShown });
  const sendCode = createSendCode({ pool, codes });
  const refusals = createSignInRefusals({ pool, attempts, log });
  const open = createOpenSession({ sessions, devices, refusals });
  const tickets = createTickets(redis, now);
  const steps = createSignInSteps({
    prisma,
    pool,
    tickets,
    codes,
    sendCode,
    factors,
    passkeys,
    refusals,
    open,
    factorShown,
  });
  const stepUps = createStepUps({ pool, redis, now });
  return {
    auth: createAuthService({ prisma, pool, devices, hashes, attempts, captcha, refusals, steps, open }),
    captcha,
    steps,
    stepUps,
    answerChallenge: createChallengeAnswers({ prisma, pool, stepUps, checks }),
    devices,
    codes,
    sendCode,
    checks,
    passkeys,
    factorRecoveries,
    phoneProof: createPhoneProof({ pool, codes, sendCode, checks }),
  };
}
