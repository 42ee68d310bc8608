/** Routes of accounts: how people sign up and sign in, and what keeps an account theirs. */
import { apiKeyRoutes, createApiKeyService } from '../../modules/api-keys/index.ts';
import { authRoutes, createHashQueue, createSessionCookies } from '../../modules/auth/index.ts';
import { captchaRoutes } from '../../modules/captcha/index.ts';
import { createDeletionService, deletionRoutes } from '../../modules/deletion/index.ts';
import { factorRecoveryRoutes } from '../../modules/factor-recovery/index.ts';
import { createPasswordService, passwordRoutes } from '../../modules/passwords/index.ts';
import { createPhones, type Phones } from '../../modules/phones/index.ts';
import { createKeptReferrals } from '../../modules/referrals/index.ts';
import {
  createPasskeyService,
  createPhoneService,
  createSecurityService,
  securityRoutes,
} from '../../modules/security/index.ts';
import { sessionRoutes } from '../../modules/sessions/index.ts';
import { createSignUpService, createVerification, signUpRoutes } from '../../modules/sign-up/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import type { ServedParts } from './access.ts';

type AccountParts = Pick<
  ServedParts,
  | 'config'
  | 'log'
  | 'pool'
  | 'prisma'
  | 'redis'
  | 'now'
  | 'tokens'
  | 'sessions'
  | 'csrf'
  | 'signIn'
  | 'guards'
  | 'announce'
  | 'privateReads'
>;

export function serveAccount(app: HttpServer, parts: AccountParts): void {
  const { config, pool, now, guards, announce, privateReads, signIn } = parts;
  const phones = createPhones({ sendCode: signIn.sendCode, restrictedCountries: config.restrictedCountries });
  serveEntry(app, parts, phones);
  serveSecurity(app, parts, phones);
  apiKeyRoutes(app, {
    apiKeys: createApiKeyService({
      pool,
      announce,
      encryptionKeys: config.apiKeyEncryptionKeys,
      factorChecks: signIn.checks,
      now,
    }),
    privateReads,
    guards,
  });
  sessionRoutes(app, { pool, privateReads, announce, config, guards });
  deletionRoutes(app, { deletion: createDeletionService({ pool, factorChecks: signIn.checks, now }), guards });
}

/** The ways into an account: sign-in, sign-up, and the recovery of what was lost. */
function serveEntry(app: HttpServer, parts: AccountParts, phones: Phones): void {
  const { config, log, pool, redis, prisma, tokens, sessions, csrf, guards, announce } = parts;
  const { auth, captcha, steps, stepUps, devices, answerChallenge, codes, sendCode, checks } = parts.signIn;
  const { passkeys, factorRecoveries, phoneProof } = parts.signIn;
  // Apart from sign-ins: a flood of sign-ups delays each of them by one hash at most.
  const newPasswords = createHashQueue({ runningMax: 1, waitingMax: 20 });
  authRoutes(app, {
    auth,
    steps,
    devices,
    answerChallenge,
    // Anybody may ask how strong a password is: that fills no queue of somebody who signs up or changes a password.
    judgements: createHashQueue({ runningMax: 1, waitingMax: 20 }),
    sessions,
    cookies: createSessionCookies({
      secure: config.publicUrl.startsWith('https:'),
      maxAgeSeconds: config.sessionDays * 86_400,
    }),
    csrf,
    guards,
  });
  const accountOfTicket = (ticket: string, ip: string) => steps.accountOf(ticket, ip);
  factorRecoveryRoutes(app, { factorRecoveries, phoneProof, captcha, accountOfTicket, guards });
  captchaRoutes(app, { captcha, guards });
  signUpRoutes(app, {
    captcha,
    keptReferrals: createKeptReferrals(config.publicUrl),
    verification: createVerification({ pool, prisma, tokens, codes, sendCode, checks, phones }),
    stepUps,
    signUp: createSignUpService({
      prisma,
      tokens,
      hashes: newPasswords,
      checks,
      phones,
      restrictedCountries: config.restrictedCountries,
      isPhoneRequired: config.isSignUpPhoneRequired,
    }),
    guards,
  });
  passwordRoutes(app, {
    captcha,
    passwords: createPasswordService({
      pool,
      redis,
      announce,
      tokens,
      codes,
      sendCode,
      passkeys,
      factorChecks: checks,
      hashes: newPasswords,
      withdrawalLockHours: config.withdrawalLockHours,
      log,
    }),
    guards,
  });
}

/** Second factors, passkeys and the telephone. */
function serveSecurity(app: HttpServer, parts: AccountParts, phones: Phones): void {
  const { config, pool, redis, now, signIn, guards, announce } = parts;
  const { codes, sendCode, checks, passkeys, stepUps } = signIn;
  const { apiKeyEncryptionKeys: encryptionKeys, withdrawalLockHours } = config;
  const factorParts = { pool, announce, codes, sendCode, checks, withdrawalLockHours };
  securityRoutes(app, {
    security: createSecurityService({ ...factorParts, redis, encryptionKeys, now }),
    phones: createPhoneService({ ...factorParts, phones }),
    passkeys: createPasskeyService({ pool, announce, passkeys, withdrawalLockHours }),
    stepUps,
    guards,
  });
}
